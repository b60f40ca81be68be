"""In a browser, on a phone: links handed out and opened elsewhere, texts copied, with and without a clipboard."""

import json

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NO_CLIPBOARD = """
Object.defineProperty(navigator, "clipboard", { value: undefined });
Object.defineProperty(navigator, "share", { value: undefined });
document.execCommand = () => false;
"""
"""What a browser is without https: it copies nothing for a page."""
PHONE = """
navigator.share = async (data) => {
  console.log(JSON.stringify({ ...data, files: data.files?.map((file) => [file.name, file.size]) }));
};
navigator.canShare = () => true;
"""


def overflow(page):
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def save(page, live_url, example="copper-bison"):
    """Save an example and open its Share page."""
    page.goto(f"{live_url}/techniconica/examples/{example}")
    page.locator(".save-bar button.primary").click()
    page.wait_for_url("**/builds/*")
    address = page.url
    page.get_by_role("link", name="Share", exact=True).click()
    return address


def make_link(page, kind="view"):
    if kind == "edit":
        page.locator("summary", has_text="Edit link").click()
    page.get_by_role("button", name=f"Make {'an' if kind == 'edit' else 'a'} {kind} link").click()
    return page.get_by_role("textbox", name=f"{kind.capitalize()} link").input_value()


def second(page):
    return page.context.browser.new_context(viewport={"width": 360, "height": 740}).new_page()


@pytest.mark.long
def test_a_view_link_is_opened_elsewhere_and_copied_as_ones_own(page, live_url):
    address = save(page, live_url)
    link = make_link(page)
    assert overflow(page) == 0
    assert page.locator(".share-code img").evaluate("image => image.complete && image.naturalWidth > 0")
    other, wrong = second(page), []
    other.on("pageerror", lambda error: wrong.append(str(error)))
    other.goto(link)
    expect(other.get_by_role("heading", name="Copper Bison", level=1)).to_be_visible()
    expect(other.locator("[data-add], .placed-remove, main input:visible, main select")).to_have_count(0)
    expect(other.locator(".view-faces .face")).not_to_have_count(0)
    assert overflow(other) == 0 and wrong == []
    other.get_by_role("button", name="Make my own copy").click()
    other.wait_for_url(lambda url: "/builds/" in url and url not in (link, address))
    other.locator("input[name=title]").fill("Mine now")
    other.locator(".save-bar button.primary").click()
    expect(other.get_by_role("heading", name="Mine now", level=1)).to_be_visible()
    page.goto(address)
    expect(page.get_by_role("heading", name="Copper Bison", level=1)).to_be_visible()


@pytest.mark.long
def test_what_was_typed_becomes_a_new_build_where_the_edit_link_is_taken_back(page, live_url):
    address = save(page, live_url)
    link = make_link(page, "edit")
    friend = second(page)
    friend.goto(link)
    friend.locator("input[name=title]").fill("Typed by a friend")
    page.get_by_role("button", name="Replace link").last.click()
    expect(page.get_by_text("no longer works")).to_be_visible()
    friend.locator(".save-bar button.primary").click()
    expect(friend.get_by_text("its link was replaced")).to_be_visible()
    expect(friend.locator("input[name=title]")).to_have_value("Typed by a friend")
    friend.locator(".save-bar button.primary").click()
    friend.wait_for_url(lambda url: "/builds/" in url and url not in (link, address))
    expect(friend.get_by_role("heading", name="Typed by a friend", level=1)).to_be_visible()
    page.goto(address)
    expect(page.get_by_role("heading", name="Copper Bison", level=1)).to_be_visible()


@pytest.mark.long
def test_copy_puts_a_text_on_the_clipboard(page, live_url):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live_url)
    save(page, live_url)
    for name in ("Markdown", "One line", "TOML"):
        page.get_by_role("button", name=f"Copy {name}").click()
        expect(page.get_by_text("Copied.")).to_be_visible()
        box = page.get_by_label(name, exact=True)
        assert page.evaluate("navigator.clipboard.readText()").replace("\r\n", "\n") == box.input_value()
    link = make_link(page)
    page.get_by_role("button", name="Copy the view link").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link


@pytest.mark.long
def test_without_a_clipboard_the_text_stands_selected_in_its_box(page, live_url):
    page.add_init_script(NO_CLIPBOARD)
    save(page, live_url)
    box = page.get_by_label("Plain text", exact=True)
    expect(box).to_be_hidden()
    expect(page.locator("[data-share-text]:visible, [data-share-file]:visible")).to_have_count(0)
    page.get_by_role("button", name="Copy Plain text").click()
    expect(page.get_by_text("Selected: copy it now.")).to_be_visible()
    expect(box).to_be_visible()
    expect(box).to_be_focused()
    assert box.evaluate(
        "box => box.value.slice(box.selectionStart, box.selectionEnd) === box.value && box.value.length > 100"
    )


@pytest.mark.long
def test_share_hands_links_texts_and_files_to_the_phone(page, live_url):
    page.add_init_script(PHONE)
    save(page, live_url)
    link = make_link(page)
    shared = []
    for name in ("the view link", "One line", "PDF: Mech sheets", "Picture"):
        with page.expect_console_message() as message:
            page.get_by_role("button", name=f"Share {name}").click()
        shared.append(json.loads(message.value.text))
    assert shared[0]["url"] == link and shared[1]["text"].startswith("Techniconica squad: Copper Bison")
    ((name, size),) = shared[2]["files"]
    assert name == "techniconica.pdf" and size > 10_000
    ((name, size),) = shared[3]["files"]
    assert name == "techniconica.png" and size > 10_000


@pytest.mark.long
def test_without_scripts_everything_can_be_read_and_selected(page_without_scripts, live_url):
    page = page_without_scripts
    save(page, live_url)
    expect(page.locator("[data-copy-text]:visible")).to_have_count(0)
    page.locator("summary", has_text="One line").click()
    expect(page.get_by_label("One line", exact=True)).to_be_visible()
    assert "/builds/" in make_link(page) and overflow(page) == 0


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_buttons_are_large_enough_and_stand_in_the_page(page, live_url, width):
    page.add_init_script(PHONE)
    page.set_viewport_size({"width": width, "height": 740})
    save(page, live_url)
    make_link(page)
    assert overflow(page) == 0
    sizes = page.locator("main .button:visible").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().height)"
    )
    assert len(sizes) > 10 and min(sizes) >= 44
    page.set_viewport_size({"width": 360, "height": 740})
