"""Late entry, re-entry, withdrawal and no-show: the options for one entry, now.

`plan` computes the options from a snapshot of each stage, `words` says them, and
`apply` carries one out as an amendment, which can be undone.
"""
