"""Correcting an old result: its effects first, then the change, and undo."""
