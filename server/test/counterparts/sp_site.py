"""The web site of a service provider in Python; what a message of SAML means is said by whoever builds on it."""

import html
import json
import sys
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

given = json.load(open(sys.argv[1], encoding="utf-8"))
base, folder = given["base"], given["folder"]
sessions = {}


class Site(BaseHTTPRequestHandler):
    """A handler for each path takes the fields and whether they came by POST."""

    handlers = {}

    def log_message(self, *_):
        pass

    def page(self, text, status=200, kind="text/html; charset=utf-8"):
        body = text.encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def lead(self, address, session=None):
        self.send_response(303)
        self.send_header("location", address)
        if session:
            self.send_header("set-cookie", "sp=%s; Path=/" % session)
        self.send_header("content-length", "0")
        self.end_headers()

    def session_key(self):
        cookie = SimpleCookie(self.headers.get("cookie", ""))
        return cookie["sp"].value if "sp" in cookie and cookie["sp"].value in sessions else None

    def welcome(self, told):
        fields = "".join('<p id="%s">%s</p>' % (html.escape(k), html.escape(v, quote=False)) for k, v in told.items())
        self.page("<h1>档案系统首页</h1>" + fields)

    def left(self, status):
        self.page('<h1>left</h1><p id="STATUS">%s</p>' % html.escape(status))

    def do_GET(self):
        self.serve(urlparse(self.path).query, False)

    def do_POST(self):
        self.serve(self.rfile.read(int(self.headers.get("content-length", "0"))).decode(), True)

    def serve(self, text, is_post):
        try:
            handler = self.handlers.get(urlparse(self.path).path)
            fields = {name: values[0] for name, values in parse_qs(text).items()}
            handler(self, fields, is_post) if handler else self.page("<h1>open</h1>")
        except Exception as error:  # what the library refuses is told to the test
            self.page("<h1>refused</h1><pre>" + html.escape(type(error).__name__ + ": " + str(error)) + "</pre>", 400)


def serve(handlers):
    Site.handlers = handlers
    address = urlparse(base)
    ThreadingHTTPServer((address.hostname, address.port), Site).serve_forever()
