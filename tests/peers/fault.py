# What is wrong with a broken peer: one thing, and how it is done to the traffic of a right one.
import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One row of a table of broken peers. Whatever is not given is as the right peer does it."""

    wrong: str  # one sentence
    named: str  # a pattern: what the checker's report says first of it
    says: Callable = None  # (message, link) -> what is said instead: a message, a list of them, or nothing
    hears: Callable = None  # (message, link) -> what is understood instead, likewise
    wire: Callable = None  # (message with its end) -> bytes
    deliver: Callable = None  # (link, bytes): sends them outside
    meets: Callable = None  # (link): instead of all conversation
    parts: Callable = None  # (link): when the other side has hung up
    about: str = None  # a pattern: what all that is blamed speaks of; without it, that which names it
    playable: bool = True  # a bot can finish whole games there
    harmless: bool = False  # allowed: nothing that must be right may be blamed
    flags: tuple = ()  # of our own tools: with which a bot plays at a server, or is this client


def harmless(wrong, **how):
    return Fault(wrong, "", harmless=True, **how)


def unplayable(wrong, named, **how):
    return Fault(wrong, named, playable=False, **how)


# How messages are changed.

def swap(pattern, becomes):
    """Messages with what fits the pattern replaced; `becomes` may be a function of the match."""
    return lambda message, link: re.sub(pattern, becomes, message)


def drop(pattern):
    return lambda message, link: None if re.match(pattern, message) else message


def twice(pattern):
    return lambda message, link: [message] * 2 if re.match(pattern, message) else message


def after(pattern, *more):
    """Says `more` after messages that fit."""
    return lambda message, link: [message, *more] if re.match(pattern, message) else message


def before(pattern, *more):
    return lambda message, link: [*more, message] if re.match(pattern, message) else message


def later(pattern, until):
    """Keeps messages that fit back until one was said that fits `until`."""
    def says(message, link):
        if re.match(pattern, message):
            link.kept.append(message)
            return None
        if link.kept and re.match(until, message):
            kept, link.kept = link.kept, []
            return [message, *kept]
        return message
    return says


def hang_up_after(pattern):
    def says(message, link):
        if re.match(pattern, message):
            link.last = True
        return message
    return says


def one_more(pattern):
    """One is added to the number behind what fits the pattern."""
    return swap(b"(" + pattern + rb")(\d+)", lambda found: found[1] + b"%d" % (int(found[2]) + 1))
