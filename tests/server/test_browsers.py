"""A club evening: thirty browsers open pages of a started server at the same moment."""

import asyncio
import os

import pytest

from tests.abuse.serving import Server
from tests.web.conftest import CHROMIUM, FLAGS

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.xdist_group("serving")]
BROWSERS = 30
PAGES = ("", "mecha-mettle/new")
MILLISECONDS = 240_000
"""How long a page may take: thirty browsers share this machine with the server."""
GIVEN_UP = "net::ERR_ABORTED"
"""What the browser says of a file that it no longer needs itself, as the icon of a page that it leaves."""
BROKEN_PICTURES = """
async () => {
    const seen = [...document.images];
    seen.forEach(image => { image.loading = 'eager'; });
    await Promise.all(seen.map(image => image.decode().catch(() => null)));
    return [seen.length, seen.filter(image => !image.naturalWidth).map(image => image.src)];
}
"""


@pytest.fixture
def server(tmp_path):
    if CHROMIUM is None and os.environ.get("COMPANION_BROWSER") != "required":
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    (tmp_path / "data").mkdir()
    started = Server(tmp_path / "data")
    yield started
    assert started.end() == 0


async def open_pages(browser, url, everybody):
    """Open pages as a visitor who was never here; return what failed, and how many pictures each page showed."""
    context, failed, pictures = await browser.new_context(), [], []
    page = await context.new_page()
    page.set_default_timeout(MILLISECONDS)
    page.on(
        "requestfailed",
        lambda request: failed.append(f"{request.url} {request.failure}") if request.failure != GIVEN_UP else None,
    )
    page.on(
        "response",
        lambda response: failed.append(f"{response.status} {response.url}") if response.status >= 400 else None,
    )
    page.on("pageerror", lambda error: failed.append(str(error)))
    await everybody.wait()
    for path in PAGES:
        await page.goto(url + path, wait_until="load")
        count, broken = await page.evaluate(BROKEN_PICTURES)
        pictures.append(count)
        failed += broken
    return failed, pictures


async def open_browsers(url):
    from playwright.async_api import async_playwright

    everybody = asyncio.Barrier(BROWSERS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            return await asyncio.gather(*(open_pages(browser, url, everybody) for _ in range(BROWSERS)))
        finally:
            await browser.close()


def test_thirty_browsers_that_open_pages_at_once_get_them_whole(server):
    seen = asyncio.run(open_browsers(server.url))
    assert [failed for failed, _ in seen if failed] == []
    assert len(seen) == BROWSERS
    assert all(pictures == seen[0][1] and pictures[1] > 10 for _, pictures in seen), seen
