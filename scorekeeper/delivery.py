"""How answers travel: text compressed, static files under addresses that may be kept for ever."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Response, abort, request
from werkzeug.security import safe_join

if TYPE_CHECKING:
    from flask import Flask

SMALLEST_COMPRESSED = 500
PAGE_LEVEL = 5  # a page is compressed for each answer, a static file once
TYPES = {
    # Said here, since a Windows registry may say otherwise and browsers are told not to guess.
    ".css": "text/css",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
}
COMPRESSED_TYPES = {"application/json", "application/manifest+json", "image/svg+xml"}
FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One version of a static file, ready to be sent."""

    modified: int
    size: int
    version: str
    mimetype: str
    content: bytes
    compressed: bytes | None


class StaticFiles:
    """The files of a folder, read and compressed once a version."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[str, StaticFile] = {}

    def find(self, filename: str) -> StaticFile | None:
        """The file as it is now; None when there is none, or when *filename* leads out of the folder."""
        path = safe_join(str(self.folder), filename)
        if path is None:
            return None
        try:
            status = os.stat(path)
        except (OSError, ValueError):
            return None
        if not stat.S_ISREG(status.st_mode):
            return None
        known = self._files.get(filename)
        if known and (known.modified, known.size) == (status.st_mtime_ns, status.st_size):
            return known
        content = Path(path).read_bytes()
        mimetype = TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        self._files[filename] = StaticFile(
            modified=status.st_mtime_ns,
            size=status.st_size,
            version=hashlib.sha256(content).hexdigest()[:12],
            mimetype=mimetype,
            content=content,
            compressed=gzip.compress(content, 9, mtime=0) if worth_compressing(mimetype, len(content)) else None,
        )
        return self._files[filename]

    def url(self, filename: str) -> str:
        """The address of this version of the file; behind a proxy under the folder that it serves.

        Raises FileNotFoundError.
        """
        file = self.find(filename)
        if file is None:
            raise FileNotFoundError(f"no static file {filename!r} in {self.folder}")
        return f"{request.script_root if request else ''}/static/{filename}?v={file.version}"

    def send(self, filename: str) -> Response:
        """Answer a request for the file."""
        file = self.find(filename)
        if file is None:
            abort(404)
        compressed = file.compressed if accepts_gzip() else None
        response = Response(compressed or file.content, mimetype=file.mimetype)
        if file.compressed:
            response.headers["Vary"] = "Accept-Encoding"
        if compressed:
            response.headers["Content-Encoding"] = "gzip"
        response.set_etag(f"{file.version}-gzip" if compressed else file.version)
        response.headers["Cache-Control"] = FOR_EVER if request.args.get("v") == file.version else "no-cache"
        response.make_conditional(request)
        return response


def init_delivery(app: Flask, static: Path) -> None:
    """Let *app* serve the folder *static*, compress what it says, and give its templates `static_url(filename)`."""
    files = StaticFiles(static)
    app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=files.send)
    app.jinja_env.globals["static_url"] = files.url
    app.after_request(compress)


def compress(response: Response) -> Response:
    """Send a text of some length compressed to whom it suits; streams stay as they are."""
    if response.is_streamed or response.direct_passthrough or "Content-Encoding" in response.headers:
        return response
    length = response.content_length or 0
    if worth_compressing(response.mimetype or "", length):
        response.vary.add("Accept-Encoding")
        if accepts_gzip():
            response.set_data(gzip.compress(response.get_data(), PAGE_LEVEL, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
    return response


def worth_compressing(mimetype: str, length: int) -> bool:
    return length > SMALLEST_COMPRESSED and (mimetype.startswith("text/") or mimetype in COMPRESSED_TYPES)


def accepts_gzip() -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "") and request.accept_encodings["gzip"] > 0
