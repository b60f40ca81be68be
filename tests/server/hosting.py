"""The configurations of docs/hosting, with names of files and numbers of ports of a test."""

import re
import subprocess
from pathlib import Path

HOSTING = Path(__file__).parents[2] / "docs/hosting"
SITE = "mechs.example.org"
_NGINX = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{}}
http {{
    access_log off;
    {temporary}
    include {folder}/site.conf;
}}
"""
_CADDY = """{{
	admin off
	local_certs
	skip_install_trust
	http_port {plain}
	https_port {secure}
	storage file_system {folder}/caddy
}}
"""


def certificate(folder):
    """Make a certificate that nobody has signed, where nginx.conf looks for it below this folder."""
    names = ["-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={SITE}", *names]
    subprocess.run(command, check=True, capture_output=True)


def nginx_file(folder, plain, secure, behind):
    """Write nginx.conf for these ports on this machine; return a whole configuration that includes it."""
    site = (HOSTING / "nginx.conf").read_text("utf-8")
    site = re.sub(r" *listen \[::\].*\n", "", site)
    site = site.replace("listen 80;", f"listen 127.0.0.1:{plain};").replace(
        "listen 443 ", f"listen 127.0.0.1:{secure} "
    )
    site = site.replace(f"/etc/letsencrypt/live/{SITE}", str(folder)).replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    (folder / "site.conf").write_text(site, "utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "\n    ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if Path(folder).owner() == "root" else ""
    whole = folder / "nginx.conf"
    whole.write_text(_NGINX.format(user=user, folder=folder, temporary=temporary), "utf-8")
    return str(whole)


def caddy_file(folder, plain, secure, behind):
    """Write the Caddyfile for these ports on this machine, with a certificate that Caddy makes itself."""
    site = (HOSTING / "Caddyfile").read_text("utf-8").replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    whole = folder / "Caddyfile"
    whole.write_text(_CADDY.format(plain=plain, secure=secure, folder=folder) + site, "utf-8")
    return str(whole)
