"""The web server: uvicorn in front, Django in threads behind it.

Requests are read whole before they take a thread, and answers are sent by the event
loop, so a slow or silent client costs memory only. See docs/decisions/web-server.md.
"""
