"""What is wrong with sources, pictures and files, in Chinese: all that the code can say, and what really happens."""

from __future__ import annotations

import ast
import re
import socket
from pathlib import Path

import pytest

import calibration
import recorder
import vision
from recorder.fault_wording import fault_text, fault_texts
from vision.source import SourceError
from vision.sources import open_source

SCRIPTS = {
    "zh_hans": "[\u4e00-\u9fff]",
    "zh_hant": "[\u4e00-\u9fff]",
    "ja": "[\u3040-\u30ff\u4e00-\u9fff]",
    "ko": "[\uac00-\ud7a3]",
}
FOLDERS = [Path(package.__path__[0]) for package in (vision, calibration)]
FILES = [path for folder in FOLDERS for path in sorted(folder.glob("*.py"))]
FILES += [Path(recorder.__path__[0]) / name for name in ("log_file.py", "board_place.py")]
FILES += [Path(recorder.__path__[0]) / "hall" / name for name in ("film.py", "feed.py", "attendant.py", "logbook.py")]
FILES += [Path(recorder.__path__[0]) / "sight" / "seeking.py", Path(recorder.__path__[0]) / "broker" / "attendance.py"]
SAYING = {
    "SourceError": 0,
    "NoGrid": 0,
    "Unfit": 0,
    "Notice": 1,
    "Health": None,
    "LogError": 0,
    "_complain": 0,
    "tell": 0,
}
"""Who says it, and which argument is what is said."""
RETURNING = {"fault_of", "_http_fault", "_device_fault", "_advice", "_listen"}
OTHERS = " (no other camera is connected)"


def said_in(path: Path) -> list[str]:
    """All faults that a file's code can tell, with 7 for what stands in braces."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    given: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            if name in SAYING:
                place = SAYING[name]
                given += [k.value for k in node.keywords if k.arg == "message"]
                given += node.args[place : place + 1] if place is not None else []
        elif isinstance(node, ast.FunctionDef) and node.name in RETURNING:
            given += [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value is not None]
        elif isinstance(node, ast.Assign) and path.name == "log_file.py" and ast.unparse(node.targets[0]) == "why":
            given.append(ast.JoinedStr([ast.Constant("the log 7 "), *parts_of(node.value)]))
        elif isinstance(node, ast.Assign) and any(
            getattr(t, "id", "") in ("text", "gap", "holds") for t in node.targets
        ):
            given.append(node.value)
    return [text for value in given for text in written(value)]


def written(value: ast.expr) -> list[str]:
    match value:
        case ast.Constant(value=str(text)) if re.search("[a-z]{2} [a-z]", text):
            return [text]
        case ast.JoinedStr(values=parts):
            pieces = [str(p.value) if isinstance(p, ast.Constant) else shown(p) for p in parts]
            text = "".join(pieces)
            return [text] if re.search("[a-z]{2}", text.replace(OTHERS, "").replace("the log 7 7", "")) else []
        case ast.IfExp(body=body, orelse=orelse):
            return written(body) + written(orelse)
    return []


def parts_of(value: ast.expr) -> list[ast.expr]:
    return value.values if isinstance(value, ast.JoinedStr) else [value]


def shown(part: ast.expr) -> str:
    return OTHERS if "_others" in ast.unparse(part) else "7"


TOLD = sorted({(path.name, text) for path in FILES for text in said_in(path)})


def test_the_code_was_searched_well() -> None:
    texts = [text for _, text in TOLD]
    assert len(texts) > 70
    assert "7 is empty (0 bytes): copy the film again" in texts
    assert "the host answers, but not with a stream: check the path, name and password" in texts
    assert "the board is cut off by the picture's edge" in texts


@pytest.mark.parametrize("language", SCRIPTS)
def test_whatever_the_code_tells_of_sources_is_there_in_every_language(language: str) -> None:
    untold = [(name, text) for name, text in TOLD if not re.search(SCRIPTS[language], fault_text(text, language))]
    assert untold == []


def english(text: str) -> list[str]:
    """The English words of a sentence, less what is the same in all languages."""
    bare = re.sub(
        r"`[^`]*`|[(（]sudo[^)）]*[)）]|\S*[/\\.:]\S*|NAME|rtsps?|https?|JPEG|PNG|TIFF|BMP|WebP|HEIC|bytes", "", text
    )
    return re.findall("[A-Za-z]{3,}", bare)


@pytest.mark.parametrize("language", SCRIPTS)
@pytest.mark.parametrize(
    "source", ["missing.mp4", "letter.mp4", "empty.mp4", "empty", "/dev/video77", "gopher://x", ""]
)
def test_what_really_happens_is_said_in_every_language(tmp_path: Path, source: str, language: str) -> None:
    (tmp_path / "letter.mp4").write_text("Dear referee, here is my film.")
    (tmp_path / "empty.mp4").write_bytes(b"")
    (tmp_path / "empty").mkdir()
    address = source if ":" in source or source.startswith("/dev") or not source else str(tmp_path / source)
    with pytest.raises(SourceError) as told:
        open_source(address)
    said = fault_text(str(told.value), language)
    assert re.search(SCRIPTS[language], said)
    assert english(said) == []


def test_a_stream_that_nobody_sends_is_told_in_chinese_with_its_host() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(SourceError) as told:
        open_source(f"http://127.0.0.1:{port}/live")
    said = fault_text(str(told.value), "zh_hans")
    assert said.startswith(f"打不开http://127.0.0.1:{port}/live：127.0.0.1拒绝连接{port}端口（")


def test_a_camera_that_was_lost_is_told_with_why() -> None:
    lost = (
        "camera 0 is lost: is not there: plug the camera in (there is: /dev/video2); it is tried again until it is back"
    )
    assert fault_text(lost, "zh_hans") == (
        "camera 0失去连接：找不到：请插上摄像头（现有：/dev/video2）；会不断重试，直到恢复"
    )
    two = "the folder full.sgf cannot be written: no room; the record goes on; no picture for 4 s"
    assert fault_text(two, "zh_hant").endswith("記錄繼續；4秒沒有畫面")


def test_other_words_stay_as_they_are_in_every_language() -> None:
    assert fault_text("午休: back at two", "zh_hans") == "午休: back at two"
    assert fault_texts("the moon: is full") == {}
    assert fault_texts("") == {}
