"""Sending a result, taking a record along and bringing it in again, as a person does it."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests.browser.conftest import MakeViewer
from tests.browser.serving import LiveServer
from tests.browser.staging import stage
from tests.browser.states import CLOSED

SHARES = """
navigator.canShare = ({ files }) => files.every((file) => file.type);
navigator.share = async ({ url, files }) => {
  const sent = files ? await Promise.all(files.map(async (file) => [file.name, file.type, file.size])) : url;
  document.body.dataset.sent = JSON.stringify(sent);
};
"""
SENT = re.compile(".+")
KEEPS = "navigator.share = undefined; navigator.canShare = undefined;"


def test_a_result_is_sent_by_the_devices_own_way(viewer: MakeViewer, server: LiveServer) -> None:
    phone = viewer()
    phone.context.add_init_script(SHARES)
    path = stage(server, CLOSED)
    phone.go(path)
    body = phone.find("body")
    phone.tap("#take-link")
    expect(body).to_have_attribute("data-sent", SENT)
    assert json.loads(body.get_attribute("data-sent") or "") == f"{phone.home}{path}"
    for key, name, kind in (("picture", "result.png", "image/png"), ("sheet", "sheet.pdf", "application/pdf")):
        body.evaluate("(body) => { delete body.dataset.sent; }")
        phone.tap(f"#take-{key}")
        expect(body).to_have_attribute("data-sent", SENT)
        ((said, type_, size),) = json.loads(body.get_attribute("data-sent") or "")
        assert (said, type_) == (name, kind)
        assert size > 5000


def test_where_a_device_sends_nothing_the_picture_is_kept(viewer: MakeViewer, server: LiveServer) -> None:
    phone = viewer(accept_downloads=True)
    phone.context.add_init_script(KEEPS)
    path = stage(server, CLOSED)
    phone.go(path)
    with phone.page.expect_download() as downloading:
        phone.tap("#take-picture")
    assert downloading.value.suggested_filename.endswith("Alice - Ben.png")


def test_a_record_is_taken_along_and_brought_in_without_script(viewer: MakeViewer, server: LiveServer) -> None:
    phone = viewer(java_script_enabled=False, accept_downloads=True)
    path = stage(server, CLOSED)
    phone.go(path)
    with phone.page.expect_download() as downloading:
        phone.tap("#take-record")
    record = downloading.value
    assert record.suggested_filename.endswith("Alice - Ben.json")
    phone.go("/matches")
    phone.tap("#bring-in")
    phone.find("#file").set_input_files(record.path())
    phone.tap("#import-go")
    phone.sees("#brought", "0 matches are new.")
    phone.sees("#brought", "1 was here already.")
