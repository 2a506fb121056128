"""The progress of each stage: waiting matches, free players, and the next step."""
