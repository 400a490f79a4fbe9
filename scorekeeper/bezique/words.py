"""Marks the engine's sentences for translation without translating them: the pages do that."""

from __future__ import annotations


def N_(sentence: str) -> str:
    """Return *sentence* as it is; the message extractor collects what is written in ``N_()``."""
    return sentence
