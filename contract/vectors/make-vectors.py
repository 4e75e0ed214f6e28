"""Makes the test vectors of the fair draw, schemes drawbridge/2 and drawbridge/3.

This is a second implementation, written from the specification alone
(docs/fair-draw.md) and without a look at the TypeScript one, so that a mistake
in either shows up as a difference. It needs nothing but Python 3.

    python3 contract/vectors/make-vectors.py > contract/vectors/vectors.json
    python3 contract/vectors/make-vectors.py 3 > contract/vectors/vectors-3.json

The output is always the same: everything that is random in real life is derived
from one fixed text.
"""

import datetime
import hashlib
import hmac
import json
import pathlib
import re
import sys
import unicodedata
import uuid

VERSION = 3 if sys.argv[1:] == ["3"] else 2
SCHEME = f"drawbridge/{VERSION}"
# The number was tried out until the draws show what check_coverage asks for.
FIXED_TEXT = "Drawbridge test vectors, attempt 16"
NO_RECORD = bytes(32)
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


# Bytes

def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def hmac256(key, *parts):
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def tag(name):
    return f"{SCHEME}/{name}".encode("ascii") + b"\0"


def u8(number):
    return number.to_bytes(1, "big")


def u32(number):
    return number.to_bytes(4, "big")


def u64(number):
    return number.to_bytes(8, "big")


def nfc(string):
    return unicodedata.normalize("NFC", string)


def nfd(string):
    return unicodedata.normalize("NFD", string)


def text(string):
    encoded = nfc(string).encode("utf-8")
    return u32(len(encoded)) + encoded


def made_up(label, length):
    """Bytes that look random but follow from the fixed text and a label."""
    return sha256(f"{FIXED_TEXT}: {label}".encode("utf-8"))[:length]


def made_up_id(label):
    return uuid.UUID(bytes=made_up(label, 16), version=4)


# The formulas of the specification

EVENT_ID = made_up_id("event")
E = EVENT_ID.bytes
SECRET = made_up("secret", 32)


def seed_of(number):
    return hmac256(SECRET, tag("seed"), E, u32(number))


def commitment_of(number, seed):
    return sha256(tag("commit"), E, u32(number), seed)


def code_of(secret):
    bits = "".join(f"{byte:08b}" for byte in secret)
    bits += "0" * (-len(bits) % 5)
    letters = "".join(ALPHABET[int(bits[at:at + 5], 2)] for at in range(0, len(bits), 5))
    return "-".join(letters[at:at + 5] for at in range(0, len(letters), 5))


def ticket_of(secret):
    # A ticket is the same in both versions.
    return sha256(b"drawbridge/2/ticket\0", E, secret)


def animals():
    source = pathlib.Path(__file__).parent.parent / "src" / "ticket-names.ts"
    names = re.search(r"ANIMALS = `([^`]*)`", source.read_text()).group(1).split()
    if len(set(names)) != 256:
        sys.exit("there must be 256 different animals")
    return names


ANIMALS = animals()


def ticket_name_of(ticket):
    number = int.from_bytes(ticket[1:4], "big") % 10_000
    return f"{ANIMALS[ticket[0]]} {number:04d}"


def person_of(tickets):
    return sha256(tag("person"), E, u32(len(tickets)), *tickets)


def roster_hash_of(roster):
    return sha256(tag("roster"), E, u32(len(roster)), *[person_of(line) for line in roster])


def prize_bytes(prize_id):
    return bytes(16) if prize_id is None else uuid.UUID(prize_id).bytes


def input_of(number, prize_id, sealed, roster_hash, phrase, previous):
    return sha256(tag("draw"), E, u32(number), prize_bytes(prize_id), u8(1 if sealed else 0),
                  roster_hash, text(phrase), previous)


def pick(key, size):
    """The index below size, and how many values were rejected on the way."""
    limit = 2**64 // size * size
    counter = 0
    while True:
        value = int.from_bytes(hmac256(key, u32(counter))[:8], "big")
        if value < limit:
            return value % size, counter
        counter += 1


def winner_hash_of(number, salt, name, email):
    return sha256(tag("winner"), E, u32(number), salt, text(name), text(email or ""))


def draw_record_of(draw_input, seed, index, person, winner_hash):
    return sha256(tag("record"), draw_input, seed, u32(index), person, winner_hash)


def void_record_of(number, prize_id, roster_hash, reason, previous):
    return sha256(tag("void"), E, u32(number), prize_bytes(prize_id), roster_hash, text(reason), previous)


def forfeit_record_of(number, forfeits, reason, previous):
    return sha256(tag("forfeit"), E, u32(number), u32(forfeits), text(reason), previous)


def checksum_of(proof):
    content = {field: value for field, value in proof.items() if field != "checksum"}
    return sha256(tag("proof"), json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8"))


# The leads, in order of submission: last digits of the phone number, e-mail, status, name

LEADS = [
    ("001", "stranger@example.com", "pending", "Typed Amara's number first"),
    ("001", "amara@example.com", "verified", "Amara Okafor"),
    ("002", "zoe@example.com", "verified", nfd("Zoë Müller")),
    ("003", "Jo.Park@example.com", "verified", "Jo Park"),
    ("004", "jo.park@example.com", "verified", "Sam Park"),
    ("005", None, "verified", nfd("François Lefèvre-Nuñez")),
    ("002", "office@example.com", "verified", nfd("Zoë M.")),
    ("006", "office@example.com", "verified", "Tom Baker"),  # stays when Zoë Müller wins
    ("005", "lefevre@example.com", "verified", "Famille Lefevre"),
    ("007", "priya@example.com", "verified", "Priya 🎉 Nair"),
    ("007", "priya@example.com", "promoted", "Priya Nair"),
    ("005", "anna@example.com", "verified", nfd("Anna Lefèvre")),
    ("008", None, "verified", "Wolfeschlegelsteinhausenbergerdorff " * 5 + "the Elder"),
    ("009", "zoe@example.com", "pending", nfd("Not Zoë")),
    ("010", "grace@example.com", "promoted", "Grace Hill"),
]
CODES = [made_up(f"code {index}", 16) for index in range(len(LEADS))]
TICKETS = [ticket_of(code) for code in CODES]


def same_email(one, other):
    return one is not None and other is not None and one.lower() == other.lower()


def eligible_lines(wins):
    """Everyone who can win now, sorted by person: pairs of a person's leads and sorted tickets.

    wins holds the lines that have won, forfeited or not, each as its leads in order of submission.
    """
    people = {}
    for lead, (phone, email, status, _) in enumerate(LEADS):
        out = any(
            lead in line or phone == LEADS[line[0]][0] or same_email(email, LEADS[line[0]][1])
            for line in wins
        )
        if status == "verified" and not out:
            people.setdefault(phone, []).append(lead)
    lines = [(leads, sorted(TICKETS[lead] for lead in leads)) for leads in people.values()]
    return sorted(lines, key=lambda line: person_of(line[1]))


# The records

PRIZE_A = (str(made_up_id("prize A")), "City bicycle")
PRIZE_B = (str(made_up_id("prize B")), "Café voucher ☕")
PRIZE_C = (str(made_up_id("prize C")), "Headphones")
GENERAL = (None, None)


class Event:
    """Collects the records one after the other."""

    def __init__(self):
        self.draws, self.steps, self.wins = [], [], []

    def start(self, kind):
        number = len(self.draws) + 1
        seed = seed_of(number)
        previous = bytes.fromhex(self.draws[-1]["record"]) if self.draws else NO_RECORD
        head = {"kind": kind, "number": number, "commitment": commitment_of(number, seed).hex(),
                "seed": seed.hex(), "previousRecord": previous.hex()}
        return number, seed, previous, head

    def draw(self, prize, at, phrase="", sealed_at=None):
        number, seed, previous, head = self.start("draw")
        lines = eligible_lines(self.wins)
        roster = [tickets for _, tickets in lines]
        roster_hash = roster_hash_of(roster)
        sealed = sealed_at is not None
        draw_input = input_of(number, prize[0], sealed, roster_hash, phrase, previous)
        key = hmac256(seed, draw_input)
        index, _ = pick(key, len(roster))
        leads, tickets = lines[index]
        person = person_of(tickets)
        _, email, _, name = LEADS[leads[0]]
        salt = made_up(f"salt {number}", 16)
        winner_hash = winner_hash_of(number, salt, name, email)
        record = draw_record_of(draw_input, seed, index, person, winner_hash)
        self.wins.append(leads)
        self.steps.append({"number": number, "input": draw_input.hex(), "key": key.hex(),
                           "person": person.hex(), "winningLead": leads[0]})
        self.draws.append({
            **head, "record": record.hex(), "at": at, "prizeId": prize[0], "prizeName": prize[1],
            "sealed": sealed, "sealedAt": sealed_at,
            "rosterSize": len(roster), "rosterHash": roster_hash.hex(), "phrase": nfc(phrase),
            "winnerIndex": index, "winnerTickets": in_hex(tickets), "winnerHash": winner_hash.hex(),
            "winnerSalt": salt.hex(), "winner": {"name": nfc(name), "email": email},
            "roster": [in_hex(line) for line in roster],
        })

    def void(self, prize, at, reason):
        number, _, previous, head = self.start("void")
        roster = [tickets for _, tickets in eligible_lines(self.wins)]
        roster_hash = roster_hash_of(roster)
        record = void_record_of(number, prize[0], roster_hash, reason, previous)
        self.steps.append({"number": number})
        self.draws.append({
            **head, "record": record.hex(), "at": at, "prizeId": prize[0], "prizeName": prize[1],
            "rosterSize": len(roster), "rosterHash": roster_hash.hex(), "reason": nfc(reason),
            "roster": [in_hex(line) for line in roster],
        })

    def forfeit(self, forfeits, at, reason):
        number, _, previous, head = self.start("forfeit")
        record = forfeit_record_of(number, forfeits, reason, previous)
        self.steps.append({"number": number})
        self.draws.append({**head, "record": record.hex(), "at": at,
                           "forfeits": forfeits, "reason": nfc(reason)})

    def proof(self):
        following = len(self.draws) + 1
        proof = {"scheme": SCHEME, "eventId": str(EVENT_ID), "nextNumber": following,
                 "nextCommitment": commitment_of(following, seed_of(following)).hex(),
                 "sealed": None, "draws": self.draws}
        return {**proof, "checksum": checksum_of(proof).hex()}


def in_hex(tickets):
    return [ticket.hex() for ticket in tickets]


def index_examples():
    """Rejection sampling; a size just above half of 2**64 rejects almost every second value."""
    wanted = [(size, None) for size in (1, 2, 3, 10, 100_000, 2**32, 2**64 - 1)]
    wanted += [(2**63 + 1, rejections) for rejections in (0, 1, 1, 1, 2, 4)]
    examples, attempt = [], 0
    for size, rejections in wanted:
        while True:
            attempt += 1
            seed, draw_input = made_up(f"index seed {attempt}", 32), made_up(f"index input {attempt}", 32)
            index, rejected = pick(hmac256(seed, draw_input), size)
            if rejections is None or rejected == rejections:
                break
        examples.append({"seed": seed.hex(), "input": draw_input.hex(), "size": str(size), "index": str(index)})
    return examples


def pretty(vectors):
    """Indented JSON, with a list on one line where it fits, as the project's formatter has it."""
    def on_one_line(match):
        before, items, after = match.groups()
        line = before + "[" + " ".join(item.strip() for item in items.split("\n")) + "]" + after
        return line if len(line) <= 100 else match[0]

    indented = json.dumps(vectors, ensure_ascii=False, indent=2)
    return re.sub(r'(?m)^( *(?:"\w+": )?)\[\n([^\[\]{}]*)\n *\](,?)$', on_one_line, indented)


# Self-checks

def check_proof(proof):
    """Reads the finished proof as a stranger would."""
    previous, won, standing = NO_RECORD.hex(), set(), {}
    for number, draw in enumerate(proof["draws"], start=1):
        assert draw["number"] == number
        assert draw["commitment"] == commitment_of(number, bytes.fromhex(draw["seed"])).hex()
        assert draw["previousRecord"] == previous
        previous = draw["record"]
        if draw["kind"] == "forfeit":
            assert draw["forfeits"] in standing
            del standing[draw["forfeits"]]
            continue
        roster = [[bytes.fromhex(ticket) for ticket in line] for line in draw["roster"]]
        people = [person_of(line) for line in roster]
        tickets = [ticket for line in draw["roster"] for ticket in line]
        assert len(roster) == draw["rosterSize"] > 1 and roster_hash_of(roster).hex() == draw["rosterHash"]
        assert people == sorted(people) and all(line == sorted(line) for line in roster)
        assert len(set(tickets)) == len(tickets) and not won.intersection(tickets)
        if draw["kind"] == "draw":
            assert draw["roster"][draw["winnerIndex"]] == draw["winnerTickets"]
            assert draw["winnerHash"] == winner_hash_of(
                number, bytes.fromhex(draw["winnerSalt"]), draw["winner"]["name"], draw["winner"]["email"]).hex()
            assert draw["prizeId"] is None or draw["prizeId"] not in standing.values()
            assert len(draw["phrase"].encode("utf-8")) <= 200
            standing[number] = draw["prizeId"]
            won.update(draw["winnerTickets"])
    assert proof["nextNumber"] == len(proof["draws"]) + 1
    assert proof["checksum"] == checksum_of(proof).hex()


def check_coverage(event):
    """The draws show the rules that are easiest to get wrong."""
    winners = [leads[0] for leads in event.wins]
    assert 3 in winners[:-1] or 4 in winners[:-1], "a win takes out another number with the same e-mail"
    assert 2 in winners[:-1], "a line of two wins, with a decomposed name, and a later roster exists"
    assert TICKETS[7].hex() in sum(event.draws[-1]["roster"], []), "the e-mail of its second lead takes nobody out"
    assert 5 in winners and TICKETS[5] != min(TICKETS[5], TICKETS[8], TICKETS[11]), (
        "the winning lead of a line of three is its earliest, not its smallest ticket; it has no e-mail")
    assert len({draw["winnerIndex"] for draw in event.draws if draw["kind"] == "draw"}) > 2


# Version 3

GENESIS, PERIOD = 1692803367, 3
QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
BEACONS = {
    123: "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
}
# The ticket of a lead that was deleted.
REMOVED = ticket_of(made_up("removed code", 16))
REASONS = {1: "removed", 2: "unverified", 3: "promoted", 4: "won"}


def salt_of(number, code):
    return sha256(tag("salt"), E, u32(number), code)[:16]


def who_of(number, lead):
    _, email, _, name = LEADS[lead]
    return sha256(tag("winner"), E, TICKETS[lead], salt_of(number, CODES[lead]), text(name), text(email or ""))


def person_3(tickets, who):
    return sha256(tag("person"), E, u32(len(tickets)), *tickets, who)


def lines_3(wins, number):
    """The eligible lines: leads in order of submission, sorted tickets, who, and the person's hash."""
    lines = []
    for leads, tickets in eligible_lines(wins):
        who = who_of(number, leads[0])
        lines.append((leads, tickets, who, person_3(tickets, who)))
    return sorted(lines, key=lambda line: line[3])


def register_of(lines, wins):
    """The status of every ticket that the event has or had, in order, as its entry's bytes."""
    entries, statuses = [(REMOVED, u8(1))], {REMOVED: 1}
    in_roster = {ticket: (len(tickets), who) for _, tickets, who, _ in lines for ticket in tickets}
    for lead, (_, _, status, _) in enumerate(LEADS):
        ticket = TICKETS[lead]
        if any(lead in line for line in wins):
            statuses[ticket] = 4
        elif status == "pending":
            statuses[ticket] = 2
        elif status == "promoted":
            statuses[ticket] = 3
        else:
            statuses[ticket] = 0 if ticket in in_roster else 4
        more = b""
        if statuses[ticket] == 0:
            size, who = in_roster[ticket]
            more = u32(size) + who
        entries.append((ticket, u8(statuses[ticket]) + more))
    entries.sort()
    buckets = []
    for byte in range(256):
        inside = [ticket + rest for ticket, rest in entries if ticket[0] == byte]
        buckets.append(sha256(tag("bucket"), E, u8(byte), u32(len(inside)), *inside))
    return sha256(tag("register"), E, u32(len(entries)), *buckets), statuses


def counted(register_hash, statuses):
    of = lambda status: sum(1 for each in statuses.values() if each == status)
    return {"hash": register_hash.hex(), "inDraw": of(0), **{name: of(status) for status, name in REASONS.items()}}


def outside_of(statuses):
    return {name: in_hex(sorted(ticket for ticket, each in statuses.items() if each == status))
            for status, name in REASONS.items()}


def source_bytes(source):
    if source["kind"] == "none":
        return u8(0)
    if source["kind"] == "phrase":
        return u8(1)
    return u8(2) + bytes.fromhex(source["chain"]) + u64(source["round"])


def milliseconds(moment):
    return round(datetime.datetime.fromisoformat(moment).timestamp() * 1000)


def pick_many(key, size, count):
    left, winners, counter = list(range(size)), [], 0
    while len(winners) < min(size, count):
        value = int.from_bytes(hmac256(key, u32(counter))[:8], "big")
        counter += 1
        if value < 2**64 // len(left) * len(left):
            winners.append(left.pop(value % len(left)))
    return winners


class Event3(Event):
    """The same for version 3."""

    def seal(self, prize, quantity, winners, sealed_at, source, number, seed, previous):
        lines = lines_3(self.wins, number)
        roster_hash = sha256(tag("roster"), E, u32(len(lines)), *[person for _, _, _, person in lines])
        register_hash, statuses = register_of(lines, self.wins)
        seal_hash = sha256(
            tag("seal"), E, u32(number), commitment_of(number, seed), prize_bytes(prize[0]), text(prize[1] or ""),
            u32(quantity), u32(winners), roster_hash, register_hash, u64(milliseconds(sealed_at)),
            source_bytes(source), previous)
        facts = {"sealedAt": sealed_at, "rosterSize": len(lines), "rosterHash": roster_hash.hex(),
                 "seal": {"hash": seal_hash.hex(), "quantity": quantity, "winners": winners,
                          "register": counted(register_hash, statuses), "source": source}}
        published = {"roster": [in_hex(tickets) for _, tickets, _, _ in lines],
                     "names": [who.hex() for _, _, who, _ in lines], "outside": outside_of(statuses)}
        return lines, seal_hash, facts, published

    def draw(self, prize, quantity, winners, sealed_at, at, phrase=None, beacon=None):
        number, seed, previous, head = self.start("draw")
        source = source_of(phrase, beacon)
        lines, seal_hash, facts, published = self.seal(
            prize, quantity, winners, sealed_at, source, number, seed, previous)
        added = b""
        if phrase is not None:
            added = text(phrase)
        if beacon is not None:
            added = sha256(bytes.fromhex(BEACONS[beacon]))
        draw_input = sha256(tag("draw"), seal_hash, added)
        key = hmac256(seed, draw_input)
        indexes = pick_many(key, len(lines), winners)
        record = sha256(tag("record"), draw_input, seed, u32(len(indexes)),
                        *[u32(index) + lines[index][3] for index in indexes])
        won = []
        for index in indexes:
            leads, tickets, _, _ = lines[index]
            _, email, _, name = LEADS[leads[0]]
            won.append({"index": index, "tickets": in_hex(tickets), "ticket": TICKETS[leads[0]].hex(),
                        "salt": salt_of(number, CODES[leads[0]]).hex(),
                        "winner": {"name": nfc(name), "email": email}})
        self.wins.extend(lines[index][0] for index in indexes)
        self.steps.append({"number": number, "input": draw_input.hex(), "key": key.hex(),
                           "persons": [lines[index][3].hex() for index in indexes]})
        self.draws.append({
            **head, "record": record.hex(), "at": at, "prizeId": prize[0], "prizeName": prize[1],
            "sealed": source["kind"] != "none", **facts, "beacon": BEACONS.get(beacon), "phrase": phrase or "",
            "winners": won, **published})

    def void(self, prize, quantity, winners, sealed_at, at, reason, beacon):
        number, seed, previous, head = self.start("void")
        source = source_of(None, beacon)
        _, seal_hash, facts, published = self.seal(
            prize, quantity, winners, sealed_at, source, number, seed, previous)
        record = sha256(tag("void"), seal_hash, u64(milliseconds(at)), text(reason))
        self.steps.append({"number": number})
        self.draws.append({
            **head, "record": record.hex(), "at": at, "prizeId": prize[0], "prizeName": prize[1], **facts,
            "beacon": BEACONS.get(beacon), "reason": nfc(reason), **published})

    def forfeit(self, forfeits, place, at, reason):
        number, _, previous, head = self.start("forfeit")
        record = sha256(tag("forfeit"), E, u32(number), u32(forfeits), u32(place), text(reason), previous)
        self.steps.append({"number": number})
        self.draws.append({**head, "record": record.hex(), "at": at, "forfeits": forfeits, "reason": nfc(reason),
                           "place": place})

    def restored(self, at, reason):
        number, _, previous, head = self.start("restored")
        lines = lines_3(self.wins, number)
        register_hash, statuses = register_of(lines, self.wins)
        record = sha256(tag("restored"), E, u32(number), register_hash, text(reason), previous)
        self.steps.append({"number": number})
        self.draws.append({
            **head, "record": record.hex(), "at": at, "rosterSize": len(lines),
            "register": counted(register_hash, statuses), "reason": nfc(reason),
            "roster": [in_hex(tickets) for _, tickets, _, _ in lines], "names": [who.hex() for _, _, who, _ in lines],
            "outside": outside_of(statuses)})


def source_of(phrase, beacon):
    if beacon is not None:
        return {"kind": "beacon", "chain": QUICKNET, "round": beacon}
    return {"kind": "none" if phrase is None else "phrase"}


def version_3():
    event = Event3()
    event.draw(PRIZE_A, 1, 1, "2023-08-23T15:00:00.25+00:00", "2023-08-23T15:00:00.3+00:00")
    event.void(PRIZE_B, 3, 2, "2023-08-23T15:15:03+00:00", "2023-08-23T15:15:40+00:00", nfd("Zoë dropped it"), 123)
    event.draw(PRIZE_B, 3, 2, "2023-08-23T15:30:00.5+00:00", "2023-08-23T15:31:00+00:00", phrase="crème brûlée 🍮")
    event.forfeit(3, 1, "2023-08-23T15:40:00+00:00", "Not present")
    event.restored("2023-08-23T15:50:00+00:00", "Restored from a backup")
    event.draw(PRIZE_B, 3, 2, "2023-08-23T15:58:54+00:00", "2023-08-23T15:59:26.125+00:00", beacon=1000)
    event.draw(GENERAL, 0, 5, "2023-08-23T16:10:00+00:00", "2023-08-23T16:10:00+00:00")
    assert [len(draw["winners"]) for draw in event.draws if "winners" in draw] == [1, 2, 2, 2], "the last has fewer left"
    return {
        "about": "Examples of the fair draw drawbridge/3, made by contract/vectors/make-vectors.py, with two beacons of "
                 "drand's quicknet.",
        "secret": SECRET.hex(),
        "leads": [{"code": code_of(CODES[lead]), "phoneKey": f"+447700900{phone}", "email": email, "status": status,
                   "name": name} for lead, (phone, email, status, name) in enumerate(LEADS)],
        "removed": REMOVED.hex(),
        "steps": event.steps,
        "proof": event.proof(),
    }


def version_2():
    event = Event()
    event.draw(PRIZE_A, "2026-11-15T09:30:00.25+00:00")
    event.draw(PRIZE_B, "2026-11-15T09:42:10+00:00", nfd("Crème brûlée für alle 🍮"), "2026-11-15T09:40:00.5+00:00")
    event.void(PRIZE_C, "2026-11-15T09:50:00+00:00", nfd("The headphones are broken, says Zoë from the café"))
    event.draw(GENERAL, "2026-11-15T10:00:00.125+00:00", "forty-two")
    event.forfeit(1, "2026-11-15T10:05:00+00:00", "Not present")
    event.draw(PRIZE_A, "2026-11-15T10:06:30.75+00:00")
    proof = event.proof()
    check_proof(proof)
    check_coverage(event)

    examples = [bytes(16), b"\xff" * 16, bytes(range(16)), b"\x80" + bytes(14) + b"\x01", made_up("example code", 16)]
    return {
        "about": "Examples of the fair draw drawbridge/2, made by contract/vectors/make-vectors.py: bytes are "
                 "lower-case hex; lines[].leads and winningLead are places in leads, which are in order of submission.",
        "eventId": str(EVENT_ID),
        "secret": SECRET.hex(),
        "codes": [{"bytes": secret.hex(), "code": code_of(secret)} for secret in examples],
        "leads": [
            {"code": code_of(CODES[lead]), "ticket": TICKETS[lead].hex(),
             "ticketName": ticket_name_of(TICKETS[lead]), "phoneKey": f"+447700900{phone}",
             "email": email, "status": status, "name": name}
            for lead, (phone, email, status, name) in enumerate(LEADS)
        ],
        "lines": [{"leads": leads, "person": person_of(tickets).hex()} for leads, tickets in eligible_lines([])],
        "seeds": [
            {"number": number, "seed": seed_of(number).hex(),
             "commitment": commitment_of(number, seed_of(number)).hex()}
            for number in [*range(1, 9), 2**32 - 1]
        ],
        "steps": event.steps,
        "indexes": index_examples(),
        "proof": proof,
    }


def main():
    vectors = version_3() if VERSION == 3 else version_2()
    sys.stdout.buffer.write((pretty(vectors) + "\n").encode("utf-8"))


if __name__ == "__main__":
    main()
