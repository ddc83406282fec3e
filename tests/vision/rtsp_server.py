"""An RTSP server with one stream, /board: run by Debian's Python, which has GStreamer's bindings.

Prints its port when it is ready, and ends when its standard input is closed.
"""

import sys
import threading

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

PICTURES = "video/x-raw,width=320,height=240,framerate=25/1"


def main() -> None:
    Gst.init(None)
    for element in ("videotestsrc", "vp8enc", "rtpvp8pay"):
        if Gst.ElementFactory.find(element) is None:
            sys.exit(f"GStreamer has no {element}")
    factory = GstRtspServer.RTSPMediaFactory()
    # Half a field of black, half of white: what arrives can be told from noise.
    source = "videotestsrc is-live=true pattern=checkers-8"
    factory.set_launch(f"( {source} ! {PICTURES} ! vp8enc deadline=1 keyframe-max-dist=25 ! rtpvp8pay name=pay0 )")
    factory.set_shared(True)
    server = GstRtspServer.RTSPServer()
    server.set_address("127.0.0.1")
    server.set_service("0")
    server.get_mount_points().add_factory("/board", factory)
    server.attach(None)
    print(server.get_bound_port(), flush=True)
    loop = GLib.MainLoop()
    threading.Thread(target=lambda: (sys.stdin.read(), loop.quit()), daemon=True).start()
    loop.run()


main()
