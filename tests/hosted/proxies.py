"""Caddy and nginx with the very files of this repository: only ports, certificate and log are put in their place."""

import os
import shutil
import socket
import ssl
import subprocess
import tempfile
from abc import ABC, abstractmethod
from pathlib import Path

from tests.e2e.stage import ROOT
from tests.servers import PATIENCE_SECONDS, free_port, tool, wait_until

NAME = "tables.example.org"
ORIGIN = f"https://{NAME}"
NGINX_FILE = ROOT / "deploy/nginx/tableside.conf"
CADDY_FILE = ROOT / "deploy/caddy/Caddyfile"

# What Debian's own nginx.conf says beside it, as far as it could get in the way.
NGINX_MAIN = """
daemon off;
worker_processes 2;
pid {home}/nginx.pid;
error_log {log};
events {{}}
http {{
    include /etc/nginx/mime.types;
    access_log {log};
    error_log {log};
    gzip on;
    ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;
    client_body_temp_path {home}/body;
    proxy_temp_path {home}/proxy;
    fastcgi_temp_path {home}/fastcgi;
    uwsgi_temp_path {home}/uwsgi;
    scgi_temp_path {home}/scgi;
    include {home}/tableside.conf;
}}
"""
CADDY_HERE = """{{
	admin off
	http_port {http}
	https_port {https}
	local_certs
	skip_install_trust
"""


class Proxy(ABC):
    """One of these programs on ports of its own, in front of whatever listens on those of `upstream`."""

    def __init__(self, *upstream: int) -> None:
        # Not under pytest's own folder: nginx's workers, of another user, could not pass on their way there.
        self.home = Path(tempfile.mkdtemp(prefix="tableside-proxy-", dir="/tmp"))
        self.home.chmod(0o755)
        self.log = self.home / "log"
        self.http, self.https, self.upstream = free_port(), free_port(), upstream
        self._process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def check(self) -> str:
        """What the program says about the file; raises CalledProcessError where it does not take it."""

    @abstractmethod
    def prepare(self) -> list[str]:
        """The command that starts it, everything that it reads being written."""

    @abstractmethod
    def authority(self) -> Path:
        """What vouches for its certificate."""

    def start(self) -> None:
        command = self.prepare()
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, cwd=self.home, env=self._env(), stdout=log, stderr=log)
        wait_until(self._answers, f"the proxy answers; its log: {self.log}")

    def close(self) -> None:
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
                raise
        shutil.rmtree(self.home)

    def connect(self, address: str = "127.0.0.1", port: int | None = None) -> socket.socket:
        """A connection from an address of this machine, over TLS unless it goes to another port."""
        plain = socket.create_connection(("127.0.0.1", port or self.https), PATIENCE_SECONDS, (address, 0))
        if port is not None:
            return plain
        return ssl.create_default_context(cafile=str(self.authority())).wrap_socket(plain, server_hostname=NAME)

    def run(self, *command: str) -> str:
        """What a command says. Raises CalledProcessError."""
        done = subprocess.run(command, cwd=self.home, env=self._env(), check=True, capture_output=True, text=True)
        return done.stdout + done.stderr

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.log.read_text()
        try:
            self.connect().close()
        except OSError:
            return False
        return True

    def _env(self) -> dict[str, str]:
        return {
            **os.environ,
            "HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home),
            "XDG_CONFIG_HOME": str(self.home),
            "SERVERS": " ".join(f"127.0.0.1:{port}" for port in self.upstream),
        }


class Nginx(Proxy):
    def check(self) -> str:
        self._write()
        return self.run(*self._program(), "-t")

    def prepare(self) -> list[str]:
        self._write()
        return self._program()

    def authority(self) -> Path:
        return self.home / "fullchain.pem"

    def _program(self) -> list[str]:
        return [tool("nginx", "nginx"), "-c", str(self.home / "nginx.conf"), "-p", str(self.home)]

    def _write(self) -> None:
        self.run(
            tool("openssl", "openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
            "-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
            "-keyout", "privkey.pem", "-out", "fullchain.pem",
        )  # fmt: skip
        (self.home / "tableside.conf").write_text(replaced(NGINX_FILE.read_text("utf-8"), self._ours()))
        (self.home / "nginx.conf").write_text(NGINX_MAIN.format(home=self.home, log=self.log))

    def _ours(self) -> dict[str, str]:
        return {
            "    server 127.0.0.1:8000 max_fails=1 fail_timeout=1s;\n": "".join(
                f"    server 127.0.0.1:{port} max_fails=1 fail_timeout=1s;\n" for port in self.upstream
            ),
            "listen 80;": f"listen 127.0.0.1:{self.http};",
            "listen [::]:80;": f"listen 127.0.0.2:{self.http};",
            "listen 443 ssl": f"listen 127.0.0.1:{self.https} ssl",
            "listen [::]:443 ssl": f"listen 127.0.0.2:{self.https} ssl",
            "/etc/letsencrypt/live/tables.example.org": str(self.home),
            "/var/log/nginx/error.log": str(self.log),
        }


class Caddy(Proxy):
    def check(self) -> str:
        return self.run(tool("caddy", "caddy"), "validate", "--config", str(CADDY_FILE), "--adapter", "caddyfile")

    def prepare(self) -> list[str]:
        here = CADDY_HERE.format(http=self.http, https=self.https)
        text = replaced(CADDY_FILE.read_text("utf-8"), {"{\n\t# The": f"{here}\t# The"})
        (self.home / "Caddyfile").write_text(text)
        return [tool("caddy", "caddy"), "run", "--config", "Caddyfile", "--adapter", "caddyfile"]

    def authority(self) -> Path:
        return self.home / "caddy/pki/authorities/local/root.crt"


def replaced(text: str, ours: dict[str, str]) -> str:
    """The text with ours in the place of theirs, each of which is there."""
    for theirs, mine in ours.items():
        assert theirs in text, theirs
        text = text.replace(theirs, mine)
    return text
