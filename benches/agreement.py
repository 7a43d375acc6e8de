#!/usr/bin/env python3
"""Compares what katachi and GNU Go 3.8 say about positions of games that nobody was tuned on.

    agreement.py positions FOLDER FIRST LAST          games of GNU Go with itself, by number
    agreement.py dragons FOLDER KATACHI [OPTION...]   who belongs together, and which dragons live
    agreement.py regret FOLDER KATACHI [OPTION...]    points that katachi's moves lose, as GNU Go values them

`positions` writes a JSON file for each game: 19x19, 13x13 and 9x9, levels 1 and 4, some thirty positions
apart by 6 to 13 moves, each with GNU Go's move (level 10) and its values of all moves. Equal numbers give
equal games. `dragons` and `regret` ask both programs about these positions, two at a time; KATACHI may
have options (`--patterns DIR`), and `--weight games=0` makes its moves independent of random games.

A regret is at most 15 points; a move that GNU Go does not consider counts as worth nothing, which flatters
whoever proposes little: read it beside the suites of `katachi regress`. `gnugo` has to be on the PATH.
"""

import collections
import glob
import json
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

COLUMNS = "ABCDEFGHJKLMNOPQRST"
LARGEST_REGRET = 15
MOST_MOVES = 330


class Engine:
    """A program that speaks GTP."""

    def __init__(self, command):
        self.command = command
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, command):
        """The answer with its `=` or `?`; lines may follow."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if line == "":
                sys.exit(f"{self.command[0]} ended at: {command}")
            if line.strip() == "" and lines:
                return "\n".join(lines)
            if line.strip():
                lines.append(line.rstrip())

    def set_up(self, size, moves):
        for command in (f"boardsize {size}", "clear_board", "komi 6.5"):
            self.ask(command)
        for color, vertex in moves:
            self.ask(f"play {color} {vertex}")


def make_game(folder, number):
    """Plays a game of GNU Go with itself and writes some of its positions."""
    size, level = [19, 13, 19, 9, 19, 13][number % 6], [1, 4, 1][number % 3]
    chance = random.Random(number)
    player = Engine(["gnugo", "--mode", "gtp", "--level", str(level), "--seed", str(1000 + number)])
    judge = Engine(["gnugo", "--mode", "gtp", "--level", "10", "--seed", "1"])
    for engine in (player, judge):
        engine.set_up(size, [])
    moves, positions, passes, color = [], [], 0, "black"
    at = chance.randrange(4, 12)
    while passes < 2 and len(moves) < MOST_MOVES:
        if len(moves) >= at:
            at += chance.randrange(6, 14)
            best = judge.ask(f"reg_genmove {color}")[2:].strip().upper()
            # Without any move GNU Go ends the answer to this without its empty line.
            if best != "PASS":
                words = judge.ask("all_move_values")[1:].split()
                values = {v.upper(): float(x) for v, x in zip(words[::2], words[1::2])}
                if best in values:
                    positions.append(
                        {"size": size, "game": number, "color": color, "moves": list(moves),
                         "best": best, "values": values}
                    )
        move = player.ask(f"genmove {color}")[2:].strip()
        if move.lower() == "resign":
            break
        passes = passes + 1 if move.lower() == "pass" else 0
        judge.ask(f"play {color} {move}")
        moves.append((color, move))
        color = "white" if color == "black" else "black"
    with open(os.path.join(folder, f"{number}.json"), "w") as file:
        json.dump(positions, file)


def load(folder):
    files = glob.glob(os.path.join(folder, "*.json"))
    if not files:
        sys.exit(f"no positions in {folder}: make some with `agreement.py positions`")
    files.sort(key=lambda f: int(os.path.basename(f)[:-5]))
    return [p for f in files for p in json.load(open(f))]


def each(command, positions, question):
    """Answers of `question(engine, position)`, by two processes."""
    out = [None] * len(positions)

    def part(k):
        engine = Engine(command)
        for i in range(k, len(positions), 2):
            engine.set_up(positions[i]["size"], positions[i]["moves"])
            out[i] = question(engine, positions[i])
        engine.process.kill()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(part, range(2)))
    return out


def strings(position):
    """By vertex, a stone that stands for its string."""
    size, board = position["size"], {}

    def near(x, y):
        around = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return [(a, b) for a, b in around if 0 <= a < size and 0 <= b < size]

    def string(start):
        found, todo, free = {start}, [start], False
        while todo:
            for v in near(*todo.pop()):
                if v not in board:
                    free = True
                elif board[v] == board[start] and v not in found:
                    found.add(v)
                    todo.append(v)
        return found, free

    for color, vertex in position["moves"]:
        if vertex.lower() == "pass":
            continue
        at = (COLUMNS.index(vertex[0].upper()), int(vertex[1:]) - 1)
        board[at] = color
        for v in near(*at):
            if v in board and board[v] != color:
                taken, free = string(v)
                if not free:
                    for t in taken:
                        del board[t]
    return {v: min(string(v)[0]) for v in board}


def dragons(engine, position):
    """By string, the origin of its dragon and the status of that."""
    engine.ask(f"reg_genmove {position['color']}")
    origins, out, origin, fields = strings(position), {}, None, {}
    for line in engine.ask("dragon_data")[1:].split("\n"):
        words = line.split()
        if re.fullmatch(r"[A-HJ-T]\d+:", line.strip()):
            origin, fields = line.strip()[:-1], {}
        elif len(words) > 1:
            fields[words[0]] = words[1]
        if words and words[0] == "strings":
            for stone in words[1:]:
                vertex = (COLUMNS.index(stone[0]), int(stone[1:]) - 1)
                out[origins[vertex]] = (origin, fields["status"])
    return out


def compare_dragons(positions, command):
    theirs = each(["gnugo", "--mode", "gtp", "--level", "10"], positions, dragons)
    ours = each(command, positions, dragons)
    statuses, counts = collections.Counter(), collections.Counter()
    for a, b in zip(theirs, ours):
        parts, wholes, seen = collections.defaultdict(set), collections.defaultdict(set), set()
        for s in sorted(set(a) & set(b)):
            parts[a[s][0]].add(b[s][0])
            wholes[b[s][0]].add(a[s][0])
            if a[s][0] not in seen:
                seen.add(a[s][0])
                statuses[a[s][1], b[s][1]] += 1
        counts["dragons of GNU Go"] += len(parts)
        counts["dragons of katachi"] += len(wholes)
        counts["joins that katachi lacks"] += sum(len(p) - 1 for p in parts.values())
        counts["joins that GNU Go lacks"] += sum(len(w) - 1 for w in wholes.values())
    for name, count in counts.items():
        print(f"{name:28}{count:6}")
    equal = sum(n for (x, y), n in statuses.items() if x == y)
    print(f"{'statuses that agree':28}{equal:6} of {sum(statuses.values())}")
    for (x, y), n in sorted(statuses.items(), key=lambda item: (-item[1], item[0])):
        print(f"  GNU Go {x:10} katachi {y:10}{n:6}")


def compare_moves(positions, command):
    moves = each(command, positions, lambda e, p: e.ask(f"reg_genmove {p['color']}")[2:].strip().upper())
    total, equal = 0.0, 0
    for p, move in zip(positions, moves):
        total += min(LARGEST_REGRET, max(0.0, p["values"][p["best"]] - p["values"].get(move, 0.0)))
        equal += move == p["best"]
    print(f"{len(positions)} positions, {equal} equal moves, regret {total / len(positions):.3f} points a move")


def main(arguments):
    if len(arguments) < 3 or arguments[0] not in ("positions", "dragons", "regret"):
        sys.exit(__doc__)
    kind, folder, rest = arguments[0], arguments[1], arguments[2:]
    if kind == "positions":
        if len(rest) != 2 or not all(r.isdigit() for r in rest):
            sys.exit("positions FOLDER FIRST LAST: two numbers of games")
        os.makedirs(folder, exist_ok=True)
        numbers = range(int(rest[0]), int(rest[1]) + 1)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda n: make_game(folder, n), numbers))
        return
    command = [rest[0], "gtp", *rest[1:]]
    (compare_dragons if kind == "dragons" else compare_moves)(load(folder), command)


if __name__ == "__main__":
    main(sys.argv[1:])
