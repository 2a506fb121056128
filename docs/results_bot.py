"""Enter results from lines such as `M3 7-4`.

CRAWFORD_TOKEN=crawford_… python results_bot.py https://club.example.org SLUG < results
"""

import json
import os
import sys
import urllib.error
import urllib.request

OK = 200
site, tournament = sys.argv[1:]
token = os.environ["CRAWFORD_TOKEN"]


def ask(path, body=None):
    """Return status and content of an address; a body is posted to it."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{site}/api/v1/{path}", data)
    request.add_header("Authorization", f"Bearer {token}")
    request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)


def open_matches():
    """Return the codes of all matches without a result, by their labels."""
    codes, page = {}, 1
    while page:
        _status, answer = ask(
            f"tournaments/{tournament}/matches/?open=true&page={page}"
        )
        codes |= {match["label"]: match["match"] for match in answer["items"]}
        page = answer["next"]
    return codes


codes = open_matches()
for line in filter(None, map(str.strip, sys.stdin)):
    label, score = line.split()
    first, second = map(int, score.split("-"))
    if label not in codes:
        print(line, "is not open")
        continue
    result = {"one": first, "two": second}
    status, answer = ask(f"matches/{codes[label]}/result/", result)
    print(line, "entered" if status == OK else f"{answer['code']}: {answer['message']}")
