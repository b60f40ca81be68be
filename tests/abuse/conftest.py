"""What the tests of abuse share: servers as processes, and a tally of cases told at the end."""

import pytest

from tests.abuse.serving import Server


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark everything in this folder, before any of it is left out."""
    for item in items:
        if item.path.is_relative_to(__file__.rpartition("/")[0]):
            item.add_marker(pytest.mark.abuse)


@pytest.fixture
def tally(request):
    """Count cases: call it for each one, or with how many there were."""
    told, counted = request.node.user_properties, []

    def count(number=1):
        counted.append(number)
        told[:] = [("cases", sum(counted))]

    return count


def pytest_terminal_summary(terminalreporter):
    """Tell how many cases each test ran, and all together."""
    reports = [report for key in ("passed", "failed") for report in terminalreporter.getreports(key)]
    counts = {}
    for report in reports:
        for name, value in getattr(report, "user_properties", ()):
            if name == "cases":
                counts[report.nodeid] = value
    for test, count in sorted(counts.items()):
        terminalreporter.write_line(f"{count:8,} cases  {test}")
    if counts:
        terminalreporter.write_line(f"{sum(counts.values()):8,} cases of abuse in {len(counts)} tests")


@pytest.fixture
def serve(tmp_path):
    """Return a function that starts a server on a data folder, by default `data`; all are killed at the end."""
    servers = []

    def start(*words, data=tmp_path / "data", **more):
        data.mkdir(exist_ok=True)
        servers.append(Server(data, *words, **more))
        return servers[-1]

    yield start
    for server in servers:
        server.end(9)
