"""A strict reader of PDN 3.0: the published reading grammar and the grammar of FEN, rule by rule, and nothing else.

Wieger Wesselink, Portable Draughts Notation 3.0 (https://pdn.fmjd.org), 2012 and 2016. Each method is a production of that
grammar and has its name; each entry of TOKENS is a token. A text that does not follow raises Wrong.
"""

import re


class Wrong(Exception):
    pass


# In this order: the first that fits is taken, the longest where one begins like another.
TOKENS = [
    ("WIN1", r"1-0(?![0-9])"),
    ("DRAW1", r"1/2-1/2"),
    ("LOSS1", r"0-1(?![0-9])"),
    ("WIN2", r"2-0(?![0-9])"),
    ("DRAW2", r"1-1(?![0-9])"),
    ("LOSS2", r"0-2(?![0-9])"),
    ("DOUBLEFORFEIT", r"0-0(?![0-9])"),
    ("MOVENUMBER", r"[0-9]+\.(\.\.)?"),
    ("ELLIPSES", r"\.\.\."),
    ("ALPHAMOVE", r"[a-h][1-8][a-h][1-8]"),
    ("ALPHASQUARE", r"[a-h][1-8]"),
    ("NUMSQUARE", r"([1-9][0-9]?)|(0[1-9])"),
    ("MOVESEPARATOR", r"-"),
    ("CAPTURESEPARATOR", r"[x:]"),
    ("MOVESTRENGTH", r"([!?]+)|(\([!?]+\))"),
    ("NAG", r"\$[0-9]+"),
    ("LPAREN", r"\("),
    ("RPAREN", r"\)"),
    ("LBRACKET", r"\["),
    ("RBRACKET", r"\]"),
    ("ASTERISK", r"\*"),
    ("SETUP", r"/[^/]*/"),
    ("STRING", r'"((\\")|[^"])*"'),
    ("COMMENT", r"\{[^}]*\}"),
    ("IDENTIFIER", r"[A-Z][a-zA-Z0-9_]*"),
]
PATTERNS = [(name, re.compile(pattern)) for name, pattern in TOKENS]
WHITESPACE = re.compile(r"([ \t\n\r]|(%[^\n\r]*))*")
RESULTS = ("WIN1", "DRAW1", "LOSS1", "WIN2", "DRAW2", "LOSS2", "DOUBLEFORFEIT")
ITEMS = ("MOVENUMBER", "ALPHAMOVE", "ALPHASQUARE", "NUMSQUARE", "ELLIPSES", "LPAREN", "COMMENT", "SETUP", "NAG")


def tokens_of(text):
    at = WHITESPACE.match(text).end()
    while at < len(text):
        for name, pattern in PATTERNS:
            found = pattern.match(text, at)
            if found:
                break
        else:
            raise Wrong(f"no token at offset {at}: {text[at:at + 20]!r}")
        yield name, found.group()
        at = WHITESPACE.match(text, found.end()).end()
    yield "END", ""


class Reader:
    def __init__(self, text):
        self.tokens = list(tokens_of(text))
        self.at = 0
        self.games = []

    def peek(self):
        return self.tokens[self.at][0]

    def take(self, *names):
        name, value = self.tokens[self.at]
        if name not in names:
            raise Wrong(f"expected {' or '.join(names)}, found {name} {value!r}")
        self.at += 1
        return value

    def pdn_file(self):
        self.game()
        while self.peek() != "END":
            self.game_separator()
            if self.peek() == "END":
                break
            self.game()
        return self.games

    def game_separator(self):
        self.take("ASTERISK", *RESULTS)

    def game(self):
        self.games.append({})
        if self.peek() == "LBRACKET":
            self.game_header()
            if self.peek() in ITEMS:
                self.game_body()
        else:
            self.game_body()

    def game_header(self):
        while self.peek() == "LBRACKET":
            self.pdn_tag()

    def pdn_tag(self):
        self.take("LBRACKET")
        name = self.take("IDENTIFIER")
        self.games[-1][name] = self.take("STRING")[1:-1]
        self.take("RBRACKET")

    def game_body(self):
        if self.peek() not in ITEMS:
            raise Wrong(f"expected a move, found {self.tokens[self.at]}")
        while self.peek() in ITEMS:
            if self.peek() == "LPAREN":
                self.variation()
            elif self.peek() in ("COMMENT", "SETUP", "NAG"):
                self.take(self.peek())
            else:
                self.game_move()

    def variation(self):
        self.take("LPAREN")
        self.game_body()
        self.take("RPAREN")

    def game_move(self):
        if self.peek() == "MOVENUMBER":
            self.take("MOVENUMBER")
        self.move()
        if self.peek() == "MOVESTRENGTH":
            self.take("MOVESTRENGTH")

    def move(self):
        if self.peek() in ("ALPHAMOVE", "ELLIPSES"):
            self.take(self.peek())
            return
        self.square()
        if self.peek() == "MOVESEPARATOR":
            self.take("MOVESEPARATOR")
            self.square()
            return
        self.take("CAPTURESEPARATOR")
        self.square()
        while self.peek() == "CAPTURESEPARATOR":
            self.take("CAPTURESEPARATOR")
            self.square()

    def square(self):
        self.take("ALPHASQUARE", "NUMSQUARE")


NUMERIC = r"K?([1-9][0-9]*|0[1-9][0-9]*|0)(-([1-9][0-9]*|0[1-9][0-9]*|0))?"
ALPHA = r"K?[a-h][1-8]"
FEN = re.compile(rf"[WB?]((:[WB?]{NUMERIC}(,{NUMERIC})*)+|(:[WB?]{ALPHA}(,{ALPHA})*)+)\.?")
GAME_TYPE = re.compile(r"[0-9]+,[WB],[0-9]+,[0-9]+,[ANS][0-3],[01]")


def read(text):
    """The tags of every game; Wrong if the text does not follow the grammar."""
    games = Reader(text).pdn_file()
    for game in games:
        if "FEN" in game and not FEN.fullmatch(game["FEN"]):
            raise Wrong(f"no FEN: {game['FEN']}")
        if "GameType" in game and not GAME_TYPE.fullmatch(game["GameType"]):
            raise Wrong(f"no full GameType: {game['GameType']}")
    return games
