"""The progress of each stage: what waits, who is free, and the next step."""
