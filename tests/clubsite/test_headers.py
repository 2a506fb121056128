"""Every answer carries what keeps other sites out of ours."""

import pytest

POLICY = {
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
}


@pytest.mark.parametrize("path", ["/healthz", "/", "/login/", "/no/such/page/"])
def test_headers(client, db, path):
    headers = client.get(path).headers
    assert set(headers["Content-Security-Policy"].split("; ")) == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_request_under_a_wrong_name_is_refused(client):
    answer = client.get("/healthz", headers={"Host": "evil.example"})
    assert answer.status_code == 400


def test_only_reading_is_allowed_at_the_sign_of_life(client):
    assert client.post("/healthz").status_code == 405


def test_a_large_upload_never_reaches_the_disk(client, db, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    content = b"x" * 12_000_000
    (tmp_path / "large.csv").write_bytes(content)
    with (tmp_path / "large.csv").open("rb") as upload:
        answer = client.post("/login/", {"login": "ada", "file": upload})
    assert answer.status_code < 500
    assert answer.wsgi_request.FILES == {}
    assert [file.name for file in tmp_path.iterdir()] == ["large.csv"]
