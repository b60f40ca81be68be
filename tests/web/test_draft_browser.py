"""In a browser, on a phone: draft, see the finding for a doubled level, fix it with its button, print, roll."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def tick(page, *ids):
    """Tick cards among the plain fields."""
    fields = page.locator("details.as-form")
    if fields.get_attribute("open") is None:
        fields.locator("summary").first.click()
    for card in ids:
        page.check(f"input[value={card}]")


@pytest.mark.long
def test_draft_fix_print_roll(page, live_url):
    page.goto(live_url)
    page.get_by_role("link", name="Build for Mecha Mettle").click()
    page.fill("#title", "Thick skin")
    tick(page, "light-thrusters", "extended-magazines", "universal-ports", "flux-engine")
    page.get_by_text("Light Thrusters and Extended Magazines are both of level 1").first.wait_for()
    page.get_by_text("✕ 1 problem").wait_for()
    page.click("text=Keep Light Thrusters")
    page.get_by_text("✕ 1 problem").wait_for()
    page.locator("input[value=extended-magazines]:not(:checked)").wait_for(state="attached")
    expect(page.locator("input[value=extended-magazines]")).not_to_be_checked()
    expect(page.locator("#title")).to_have_value("Thick skin")
    tick(page, "hydrostatic-bearings")
    page.get_by_text("✓ Legal").first.wait_for()
    page.click(".save-bar >> text=Save")
    page.get_by_text("Saved.").wait_for()

    page.click("text=Print: Draft")
    page.locator(".sheets img").first.wait_for()
    with page.expect_download() as waiting:
        page.click("text=Download PDF")
    assert waiting.value.path().read_bytes().startswith(b"%PDF")

    page.goto(f"{live_url}/mecha-mettle/roll/attack?weapon=hammer&target=open-port")
    page.get_by_role("button", name="Roll", exact=True).click()
    page.get_by_role("heading", name="The roll").wait_for()
    expect(page.locator(".die")).to_have_count(5)


@pytest.mark.long
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_no_page_is_wider_than_its_screen(page, live_url, width, scheme):
    page.set_viewport_size({"width": width, "height": 740})
    page.emulate_media(color_scheme=scheme)
    for path in (
        "/",
        "/credits",
        "/open",
        "/roll",
        "/mecha-mettle/",
        "/mecha-mettle/new",
        "/mecha-mettle/cards",
        "/mecha-mettle/print?what=reference",
        "/mecha-mettle/rules",
        "/mecha-mettle/upgrades?lower=reactor&upper=hammer-right",
    ):
        page.goto(live_url + path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


@pytest.mark.long
def test_the_keyboard_alone_drafts_and_saves(page, live_url):
    page.goto(f"{live_url}/mecha-mettle/new")
    page.focus("details.as-form summary")
    page.keyboard.press("Enter")
    page.focus("input[value=flux-engine]")
    page.keyboard.press("Space")
    page.get_by_text("Three components are missing").wait_for()
    page.focus("#title")
    page.keyboard.type("By hand")
    page.keyboard.press("Enter")
    page.get_by_text("Saved.").wait_for()
    expect(page.locator("input[value=flux-engine]")).to_be_checked()
    expect(page.locator("h1")).to_have_text("By hand")


@pytest.mark.long
def test_text_keeps_its_contrast(page, live_url):
    """Every text colour the pages use stands at 4.5 : 1 at least on the grounds it is put on."""
    pairs = [
        (ink, ground)
        for ink in ("ink", "muted", "blue", "accent", "error", "warning", "good")
        for ground in ("surface", "ground")
    ]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{live_url}/mecha-mettle/")
        for ink, ground in pairs:
            assert contrast(*(rgb(page, name) for name in (ink, ground))) >= 4.5, (scheme, ink, ground)


def rgb(page, name):
    """A token's colour as the browser draws it."""
    return page.evaluate(
        """name => {
            const box = document.createElement("canvas"); box.width = box.height = 1;
            const probe = document.body.appendChild(document.createElement("i"));
            probe.style.color = `var(--${name})`;
            const pen = box.getContext("2d"); pen.fillStyle = getComputedStyle(probe).color; probe.remove();
            pen.fillRect(0, 0, 1, 1); return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
        }""",
        name,
    )


def contrast(one, other):
    """The WCAG contrast ratio of two colours."""

    def light(colour):
        parts = [c / 255 for c in colour]
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
