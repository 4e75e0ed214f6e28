"""Makes the test vectors of the fair draw, scheme drawbridge/1.

This is a second implementation, written from the specification alone
(docs/fair-draw-spec.md) and without a look at the TypeScript one, so that a mistake
in either shows up as a difference. It needs nothing but Python 3.

    python3 contract/vectors/make-vectors.py > contract/vectors/vectors.json
    python3 contract/vectors/make-vectors.py check proof.json

The output is always the same: everything that is random in real life is derived
from one fixed text. `check` recomputes proofs. Its exit code is 1 if something in
one of them is wrong.
"""

import datetime
import hashlib
import hmac
import json
import pathlib
import re
import sys
import traceback
import unicodedata
import uuid

from bls12_381 import verify_beacon

if not __debug__:
    sys.exit("Without assertions (python3 -O) nothing would be checked")

SCHEME = "drawbridge/1"
# The number is the first one with which the draws cover everything that check_coverage asks for.
FIXED_TEXT = "Drawbridge test vectors, attempt 2"
NO_RECORD = bytes(32)
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
REASONS = {1: "removed", 2: "won", 3: "unverified", 4: "promoted", 5: "related", 6: "absent"}
GENESIS, PERIOD = 1692803367, 3
QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
BEACONS = {
    123: "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
}


# Notation

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


def uuid_bytes(text_id):
    return bytes(16) if text_id is None else uuid.UUID(text_id).bytes


def milliseconds(moment):
    return round(datetime.datetime.fromisoformat(moment).timestamp() * 1000)


def made_up(label, length=32):
    """Bytes that look random but follow from the fixed text and a label."""
    return sha256(f"{FIXED_TEXT}: {label}".encode("utf-8"))[:length]


def made_up_id(label):
    return str(uuid.UUID(bytes=made_up(label, 16), version=4))


def in_hex(hashes):
    return [each.hex() for each in hashes]


def from_hex(hexes):
    return [bytes.fromhex(each) for each in hexes]


# The formulas; E is the event's id as bytes

def seed_of(secret, E, n):
    return hmac256(secret, tag("seed"), E, u32(n))


def commitment_of(E, n, seed):
    return sha256(tag("commit"), E, u32(n), seed)


def ticket_of(E, code):
    return sha256(tag("ticket"), E, code)


def salt_of(E, n, code):
    return sha256(tag("salt"), E, u32(n), code)[:16]


def name_hash_of(E, ticket, salt, name, email):
    return sha256(tag("name"), E, ticket, salt, text(name), text(email or ""))


def person_of(E, tickets, name_hash, chances):
    return sha256(tag("person"), E, u32(len(tickets)), *tickets, name_hash, u32(chances))


def roster_hash_of(E, persons, total):
    return sha256(tag("roster"), E, u32(len(persons)), u64(total), *persons)


def bucket_of(E, byte, entries):
    return sha256(tag("bucket"), E, u8(byte), u32(len(entries)), *entries)


def register_hash_of(E, size, buckets):
    return sha256(tag("register"), E, u32(size), *buckets)


def source_bytes(source):
    if source["kind"] == "beacon":
        return u8(2) + bytes.fromhex(source["chain"]) + u64(source["round"])
    return u8({"none": 0, "phrase": 1}[source["kind"]])


def seal_hash_of(E, n, seal, commitment, roster_hash, register_hash, previous):
    return sha256(
        tag("seal"), E, u32(n), commitment, uuid_bytes(seal["prizeId"]), text(seal["prizeName"] or ""),
        u32(seal["quantity"]), u32(seal["count"]), u32(seal["rollCall"]), u32(seal["maxChances"]),
        roster_hash, register_hash, u64(milliseconds(seal["sealedAt"])), source_bytes(seal["source"]), previous)


def input_of(seal_hash, source, phrase, beacon):
    if source["kind"] == "none":
        return sha256(tag("draw"), seal_hash)
    if source["kind"] == "phrase":
        return sha256(tag("draw"), seal_hash, text(phrase))
    return sha256(tag("draw"), seal_hash, sha256(bytes.fromhex(beacon)))


class Numbers:
    """The numbers that follow from a key, and how many were rejected on the way."""

    def __init__(self, key):
        self.key, self.counter = key, 0

    def below(self, total):
        limit = 2**64 // total * total
        while True:
            value = int.from_bytes(hmac256(self.key, u32(self.counter))[:8], "big")
            self.counter += 1
            if value < limit:
                return value % total


def draw_winners(key, chances, k):
    """The simplest way: a list of those that are left, and a walk through it."""
    numbers, left, winners = Numbers(key), list(range(len(chances))), []
    while left and len(winners) < k:
        rest = numbers.below(sum(chances[index] for index in left))
        for index in left:
            if rest < chances[index]:
                break
            rest -= chances[index]
        winners.append(index)
        left.remove(index)
    return winners


def draw_record_of(draw_input, seed, winners):
    return sha256(tag("record"), draw_input, seed, u32(len(winners)),
                  *[u32(index) + person for index, person in winners])


def void_record_of(seal_hash, at, reason):
    return sha256(tag("void"), seal_hash, u64(milliseconds(at)), text(reason))


def forfeit_record_of(E, number, n, place, reason, previous):
    return sha256(tag("forfeit"), E, u32(number), u32(n), u32(place), text(reason), previous)


def restored_record_of(E, number, register_hash, reason, previous):
    return sha256(tag("restored"), E, u32(number), register_hash, text(reason), previous)


def checksum_of(proof):
    content = {field: value for field, value in proof.items() if field != "checksum"}
    return sha256(tag("proof"), json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8"))


def code_of(secret):
    bits = "".join(f"{byte:08b}" for byte in secret)
    bits += "0" * (-len(bits) % 5)
    letters = "".join(ALPHABET[int(bits[at:at + 5], 2)] for at in range(0, len(bits), 5))
    return "-".join(letters[at:at + 5] for at in range(0, len(letters), 5))


def animals():
    source = pathlib.Path(__file__).parent.parent / "src" / "raffle" / "ticket-names.ts"
    names = re.search(r"ANIMALS = `([^`]*)`", source.read_text()).group(1).split()
    if len(set(names)) != 256:
        sys.exit("there must be 256 different animals")
    return names


def ticket_name_of(ticket):
    return f"{ANIMALS[ticket[0]]} {int.from_bytes(ticket[1:4], 'big') % 10_000:04d}"


ANIMALS = animals()

# Unicode's Default_Ignorable_Code_Point, which Python does not know.
IGNORABLE = [(0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
             (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F),
             (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A),
             (0xE0000, 0xE0FFF)]


def fold(phrase):
    def stays(character):
        ignorable = any(first <= ord(character) <= last for first, last in IGNORABLE)
        return not ignorable and (character.isspace() or unicodedata.category(character)[0] in "LMN")

    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", phrase).lower())
    return nfc(" ".join("".join(filter(stays, folded)).split()))


# People and chances

def same_email(one, other):
    return one is not None and other is not None and one.lower() == other.lower()


def who_is_there(leads, winners, roll_call):
    """The status of every lead that is in the event. A winner is the leads of a line, the one that was named first."""
    in_line = {lead for line in winners for lead in line}
    statuses = {}
    for index, lead in leads.items():
        related = any(lead["phoneKey"] == LEADS[line[0]]["phoneKey"] or
                      same_email(lead["email"], LEADS[line[0]]["email"]) for line in winners)
        if index in in_line:
            statuses[index] = 2
        elif lead["status"] == "pending":
            statuses[index] = 3
        elif lead["status"] == "promoted":
            statuses[index] = 4
        elif related:
            statuses[index] = 5
        elif roll_call and roll_call not in lead["answered"]:
            statuses[index] = 6
        else:
            statuses[index] = 0
    return statuses


# The leads. `answered` are the roll calls that they answered. `first` is the first record with the lead, and `gone` the
# first without it again. Contacts were last set in the order of `contactAt`.

CALLS = [1692806600, 1692807500]


def lead(phone, email, status, name, chances=1, answered=(), first=1, gone=None, contact_at=None):
    return {"phone": phone, "email": email, "status": status, "name": name, "chances": chances,
            "answered": [CALLS[call] for call in answered], "first": first, "gone": gone, "contact_at": contact_at}


LEADS = [
    lead("001", "stranger@example.com", "pending", "Typed Amara's number first", 900),
    lead("001", "amara@example.com", "verified", "Amara Okafor", 3, (0, 1)),
    lead("002", "zoe@example.com", "verified", nfd("Zoë Müller"), 2, (0,)),
    lead("003", "Jo.Park@example.com", "verified", "Jo Park", 2, (0, 1)),
    lead("004", "jo.park@example.com", "verified", "Sam Park", 1, (0, 1)),
    # The earliest lead of its number by its own entry, but the last one whose contact was changed.
    lead("005", None, "verified", nfd("François Lefèvre-Nuñez"), 40, (1,), contact_at=99),
    lead("002", "office@example.com", "verified", nfd("Zoë M."), 7, (0, 1)),
    lead("006", "office@example.com", "verified", "Tom Baker", 1, (1,)),
    lead("005", "lefevre@example.com", "verified", "Famille Lefevre", 1, (0, 1)),
    lead("007", "priya@example.com", "verified", "Priya 🎉 Nair", 1000, (0, 1)),
    lead("007", "priya@example.com", "promoted", "Priya Nair"),
    lead("005", "anna@example.com", "verified", nfd("Anna Lefèvre"), 5),
    lead("008", None, "verified", "Wolfeschlegelsteinhausenbergerdorff " * 5 + "the Elder", 1, (0, 1)),
    lead("009", "zoe@example.com", "pending", nfd("Not Zoë")),
    lead("010", "grace@example.com", "promoted", "Grace Hill"),
    lead("011", "late@example.com", "verified", "Late Larry", 2, (0, 1), first=3),
    lead("012", "gone@example.com", "verified", "Gone Gwen", 6, (0,), gone=6),
    lead("013", "ali@example.com", "verified", "Ali Khan", 12, (0, 1)),
    lead("014", "mei@example.com", "verified", "王小明", 1, (0, 1)),
    lead("015", "away@example.com", "verified", "Away Ann", 2),
    lead("016", "off@example.com", "verified", "Off Otto"),
    lead("017", "shy@example.com", "verified", "Shy Sue", 3),
]

EVENT_ID = made_up_id("event")
EVENT = uuid.UUID(EVENT_ID).bytes
SECRET = made_up("secret")
for number, each in enumerate(LEADS):
    each["code"] = made_up(f"code {number}", 16)
    each["ticket"] = ticket_of(EVENT, each["code"])
    each["phoneKey"] = f"+447700900{each.pop('phone')}"
    each["contactAt"] = number if each["contact_at"] is None else each["contact_at"]
    del each["contact_at"]

PRIZE_A = (made_up_id("prize A"), "City bicycle")
PRIZE_B = (made_up_id("prize B"), "Café voucher ☕")
PRIZE_C = (made_up_id("prize C"), "Headphones")
GENERAL = (None, None)


class Event:
    """Collects the records one after the other."""

    def __init__(self):
        self.draws, self.steps, self.wins = [], [], []

    def start(self, kind):
        n = len(self.draws) + 1
        seed = seed_of(SECRET, EVENT, n)
        previous = bytes.fromhex(self.draws[-1]["record"]) if self.draws else NO_RECORD
        head = {"kind": kind, "number": n, "commitment": commitment_of(EVENT, n, seed).hex(),
                "seed": seed.hex(), "previousRecord": previous.hex()}
        return n, seed, previous, head

    def lists(self, n, roll_call, max_chances):
        """The roster's lines and the register of record n."""
        leads = {index: lead for index, lead in enumerate(LEADS)
                 if lead["first"] <= n and (lead["gone"] is None or n < lead["gone"])}
        statuses = who_is_there(leads, self.wins, roll_call)
        everybody = who_is_there(leads, self.wins, 0)
        lines = []
        for phone in {leads[index]["phoneKey"] for index, status in statuses.items() if status == 0}:
            def of_number(found):
                return [index for index, status in found.items()
                        if status == 0 and leads[index]["phoneKey"] == phone]
            members = sorted(of_number(statuses), key=lambda index: leads[index]["contactAt"])
            tickets = sorted(leads[index]["ticket"] for index in members)
            chances = min(max_chances, max(leads[index]["chances"] for index in of_number(everybody)))
            named = leads[members[0]]
            salt = salt_of(EVENT, n, named["code"])
            name_hash = name_hash_of(EVENT, named["ticket"], salt, named["name"], named["email"])
            lines.append({"leads": members, "tickets": tickets, "name_hash": name_hash, "chances": chances,
                          "salt": salt, "person": person_of(EVENT, tickets, name_hash, chances)})
        lines.sort(key=lambda line: line["person"])
        outside = {leads[index]["ticket"]: status for index, status in statuses.items() if status > 0}
        for known in LEADS:
            if known["gone"] is not None and known["gone"] <= n:
                outside[known["ticket"]] = 1
        return lines, outside

    def publish(self, lines, outside):
        """The facts of the lists, the lists, and the hashes of both."""
        register_hash = register_of(lines, outside)
        most = max((line["chances"] for line in lines), default=0)
        total = sum(line["chances"] for line in lines)
        def count(status):
            return sum(1 for each in outside.values() if each == status)
        facts = {
            "rosterSize": len(lines), "totalChances": total, "mostChances": most,
            "withMostChances": sum(1 for line in lines if line["chances"] == most),
            "registerCounts": {"inDraw": sum(len(line["tickets"]) for line in lines),
                               **{reason: count(status) for status, reason in REASONS.items()}},
            "registerHash": register_hash.hex()}
        published = {
            "roster": {"tickets": [in_hex(line["tickets"]) for line in lines],
                       "nameHashes": [line["name_hash"].hex() for line in lines],
                       "chances": [line["chances"] for line in lines]},
            "register": {reason: in_hex(sorted(ticket for ticket, each in outside.items() if each == status))
                         for status, reason in REASONS.items()}}
        roster_hash = roster_hash_of(EVENT, [line["person"] for line in lines], total)
        return facts, published, roster_hash, register_hash

    def seal(self, n, seed, previous, prize, quantity, k, sealed_at, source, c=0, max_chances=1):
        lines, outside = self.lists(n, c, max_chances)
        facts, published, roster_hash, register_hash = self.publish(lines, outside)
        seal = {"prizeId": prize[0], "prizeName": prize[1], "quantity": quantity, "count": k, "rollCall": c,
                "maxChances": max_chances, "rosterHash": roster_hash.hex(), **facts, "sealedAt": sealed_at,
                "source": source}
        seal_hash = seal_hash_of(EVENT, n, seal, commitment_of(EVENT, n, seed), roster_hash, register_hash, previous)
        return lines, {**seal, "sealHash": seal_hash.hex()}, seal_hash, published

    def winners(self, seed, seal_hash, seal, lines, phrase=None, beacon=None):
        draw_input = input_of(seal_hash, seal["source"], phrase, beacon)
        key = hmac256(seed, draw_input)
        return draw_input, key, draw_winners(key, [line["chances"] for line in lines], seal["count"])

    def draw(self, prize, quantity, k, sealed_at, at, phrase=None, beacon=None, short=False, erased=None, **more):
        n, seed, previous, head = self.start("draw")
        lines, seal, seal_hash, published = self.seal(
            n, seed, previous, prize, quantity, k, sealed_at, source_of(phrase, beacon), **more)
        signature = BEACONS.get(beacon)
        draw_input, key, indexes = self.winners(seed, seal_hash, seal, lines, phrase, signature)
        record = draw_record_of(draw_input, seed, [(index, lines[index]["person"]) for index in indexes])
        winners = []
        for index in indexes:
            line = lines[index]
            named = LEADS[line["leads"][0]]
            winner = {"index": index, "tickets": in_hex(line["tickets"]), "chances": line["chances"],
                      "ticket": named["ticket"].hex(), "salt": line["salt"].hex(),
                      "winner": {"name": nfc(named["name"]), "email": named["email"]}}
            if short:
                winner |= {"salt": None, "winner": {"name": short_name(named["name"]), "email": None}}
            if erased:
                winner |= {"salt": None, "winner": None, "erased": {"at": erased, "because": "request"}}
                for lead_index in line["leads"]:
                    LEADS[lead_index]["gone"] = n + 1
            winners.append(winner)
        self.wins.extend(lines[index]["leads"] for index in indexes)
        self.steps.append({"number": n, "input": draw_input.hex(), "key": key.hex(),
                           "persons": [lines[index]["person"].hex() for index in indexes]})
        self.draws.append({**head, "record": record.hex(), "at": at, **seal, "phrase": phrase, "beacon": signature,
                           "winners": winners, **published})

    def void(self, prize, quantity, k, sealed_at, at, reason, beacon=None, **more):
        n, seed, previous, head = self.start("void")
        lines, seal, seal_hash, published = self.seal(
            n, seed, previous, prize, quantity, k, sealed_at, source_of("", beacon), **more)
        lost = []
        if beacon is not None:
            _, _, indexes = self.winners(seed, seal_hash, seal, lines, beacon=BEACONS[beacon])
            lost = [{"index": index, "tickets": in_hex(lines[index]["tickets"])} for index in indexes]
        record = void_record_of(seal_hash, at, reason)
        self.draws.append({**head, "record": record.hex(), "at": at, **seal, "beacon": BEACONS.get(beacon),
                           "wouldHaveWon": lost, "reason": nfc(reason), **published})

    def forfeit(self, forfeits, place, at, reason):
        n, _, previous, head = self.start("forfeit")
        record = forfeit_record_of(EVENT, n, forfeits, place, reason, previous)
        self.draws.append({**head, "record": record.hex(), "at": at, "forfeits": forfeits, "place": place,
                           "reason": nfc(reason)})

    def restored(self, at, reason, max_chances):
        n, _, previous, head = self.start("restored")
        facts, published, _, register_hash = self.publish(*self.lists(n, 0, max_chances))
        record = restored_record_of(EVENT, n, register_hash, reason, previous)
        self.draws.append({**head, "record": record.hex(), "at": at, **facts, "reason": nfc(reason), **published})

    def proof(self, prize, quantity, k, sealed_at, beacon, **more):
        """The records, and one more draw that is sealed for a beacon."""
        n, seed, previous, head = self.start("sealed")
        _, seal, _, _ = self.seal(
            n, seed, previous, prize, quantity, k, sealed_at, source_of(None, beacon), **more)
        del head["kind"]
        proof = {"scheme": SCHEME, "eventId": EVENT_ID, "nextNumber": n + 1,
                 "nextCommitment": commitment_of(EVENT, n + 1, seed_of(SECRET, EVENT, n + 1)).hex(),
                 "sealed": {**head, **seal},
                 "rollCalls": [
                     {"rollCall": CALLS[0], "closedAt": "2023-08-23T16:04:00.5+00:00", "byCode": 9, "byVolunteers": 2,
                      "byOrganisers": 1},
                     {"rollCall": CALLS[1], "closedAt": None, "byCode": 11, "byVolunteers": 0, "byOrganisers": 0}],
                 "draws": self.draws}
        return {**proof, "checksum": checksum_of(proof).hex()}


def register_of(lines, outside):
    entries = [ticket + u8(status) for ticket, status in outside.items()]
    for line in lines:
        for ticket in line["tickets"]:
            entries.append(ticket + u8(0) + u32(len(line["tickets"])) + line["name_hash"] + u32(line["chances"]))
    entries.sort()
    buckets = [bucket_of(EVENT, byte, [entry for entry in entries if entry[0] == byte]) for byte in range(256)]
    return register_hash_of(EVENT, len(entries), buckets)


def short_name(name):
    words = nfc(name).split()
    return f"{words[0]} {words[-1][0].upper()}." if len(words) > 1 else name[0] + "…"


def source_of(phrase, beacon):
    if beacon is not None:
        return {"kind": "beacon", "chain": QUICKNET, "round": beacon}
    return {"kind": "none" if phrase is None else "phrase"}


def hold_event():
    event = Event()
    event.draw(PRIZE_A, 1, 1, "2023-08-23T15:00:00.25+00:00", "2023-08-23T15:00:00.25+00:00",
               erased="2027-03-12T03:00:00+00:00")
    event.void(PRIZE_B, 3, 2, "2023-08-23T15:15:03+00:00", "2023-08-23T15:15:40+00:00", nfd("Zoë dropped it"), 123,
               max_chances=1000)
    event.draw(PRIZE_B, 3, 2, "2023-08-23T15:30:00.5+00:00", "2023-08-23T15:31:00+00:00", fold("Crème brûlée! 🍮"),
               max_chances=1000)
    event.forfeit(3, 1, "2023-08-23T15:40:00+00:00", "Not present")
    event.void(PRIZE_C, 1, 1, "2023-08-23T15:45:00+00:00", "2023-08-23T15:46:00+00:00", "The projector failed")
    event.restored("2023-08-23T15:50:00+00:00", "Restored from a backup", 10)
    event.draw(PRIZE_B, 4, 3, "2023-08-23T15:58:54+00:00", "2023-08-23T15:59:26.125+00:00", beacon=1000, max_chances=10)
    event.draw(PRIZE_C, 1, 1, "2023-08-23T16:04:00.5+00:00", "2023-08-23T16:04:00.5+00:00", short=True, c=CALLS[0],
               max_chances=4)
    event.draw(GENERAL, 0, 5, "2023-08-23T16:20:00+00:00", "2023-08-23T16:20:00+00:00", c=CALLS[1], max_chances=1000)
    return event


# A stranger who reads a proof

def check(proof):
    """Checks every formula and every rule. Stops at the first that is not kept."""
    E = uuid_bytes(proof["eventId"])
    previous, round_before, roll_call, known = NO_RECORD.hex(), 0, 0, set()
    won, standing, names = set(), {}, {}
    calls = [call["rollCall"] for call in proof["rollCalls"]]
    assert proof["scheme"] == SCHEME and calls == sorted(set(calls))
    assert all(call["closedAt"] for call in proof["rollCalls"][:-1])

    def check_lists(record, most):
        roster, register = record["roster"], {reason: from_hex(record["register"][reason]) for reason in REASONS.values()}
        lines = [(from_hex(tickets), bytes.fromhex(name_hash), chances) for tickets, name_hash, chances
                 in zip(roster["tickets"], roster["nameHashes"], roster["chances"], strict=True)]
        assert all(1 <= chances <= most <= 1000 for _, _, chances in lines)
        assert all(tickets == sorted(set(tickets)) for tickets, _, _ in lines)
        persons = [person_of(E, *line) for line in lines]
        assert persons == sorted(set(persons))
        numbers = [chances for _, _, chances in lines]
        assert record["rosterSize"] == len(lines) and record["totalChances"] == sum(numbers)
        assert record["mostChances"] == max(numbers, default=0)
        assert record["withMostChances"] == numbers.count(record["mostChances"])
        in_draw = [ticket for tickets, _, _ in lines for ticket in tickets]
        everybody = in_draw + sum(register.values(), [])
        assert len(set(everybody)) == len(everybody) and known <= set(everybody) and not won & set(in_draw)
        known.update(everybody)
        assert won <= set(register["removed"]) | set(register["won"]) and set(register["won"]) <= won
        assert won or not register["related"]
        assert record.get("rollCall") or not register["absent"]
        for reason, tickets in register.items():
            assert tickets == sorted(tickets) and record["registerCounts"][reason] == len(tickets)
        assert record["registerCounts"]["inDraw"] == len(in_draw)
        entries = [ticket + u8(status) for status, reason in REASONS.items() for ticket in register[reason]]
        for tickets, name_hash, chances in lines:
            entries += [ticket + u8(0) + u32(len(tickets)) + name_hash + u32(chances) for ticket in tickets]
        entries.sort()
        buckets = [bucket_of(E, byte, [entry for entry in entries if entry[0] == byte]) for byte in range(256)]
        register_hash = register_hash_of(E, len(entries), buckets)
        assert register_hash.hex() == record["registerHash"]
        return persons, sum(numbers), register_hash

    def check_seal(record, roster_hash, register_hash):
        nonlocal roll_call
        prize, source = record["prizeId"], record["source"]
        assert record["count"] >= 1 and record["rosterSize"] >= 1 and 1 <= record["maxChances"] <= 1000
        taken = sum(1 for each in standing.values() if each == prize)
        if prize is None:
            assert record["quantity"] == 0 and record["prizeName"] is None
        else:
            assert uuid_bytes(prize) != bytes(16) and taken + record["count"] <= record["quantity"]
            assert names.get(prize, record["prizeName"]) == record["prizeName"] is not None
        if record["rollCall"]:
            assert record["rollCall"] in calls and record["rollCall"] >= roll_call
            roll_call = record["rollCall"]
        if source["kind"] == "beacon":
            wait = (GENESIS + (source["round"] - 1) * PERIOD) * 1000 - milliseconds(record["sealedAt"])
            assert source["chain"] == QUICKNET and 20_000 <= wait <= 3_600_000 and source["round"] > round_before
        seal_hash = seal_hash_of(E, record["number"], record, bytes.fromhex(record["commitment"]), roster_hash,
                                 register_hash, bytes.fromhex(record["previousRecord"]))
        assert seal_hash.hex() == record["sealHash"]
        return seal_hash

    for n, record in enumerate(proof["draws"], start=1):
        kind, seed = record["kind"], bytes.fromhex(record["seed"])
        before = bytes.fromhex(record["previousRecord"])
        assert record["number"] == n and record["previousRecord"] == previous
        assert commitment_of(E, n, seed).hex() == record["commitment"]
        reason = record.get("reason", "-")
        assert 1 <= len(reason) <= 200 and nfc(reason) == reason
        if kind == "forfeit":
            del standing[record["forfeits"], record["place"]]
            expected = forfeit_record_of(E, n, record["forfeits"], record["place"], reason, before)
        elif kind == "restored":
            _, _, register_hash = check_lists(record, 1000)
            expected = restored_record_of(E, n, register_hash, reason, before)
        else:
            persons, total, register_hash = check_lists(record, record["maxChances"])
            roster_hash = roster_hash_of(E, persons, total)
            assert roster_hash.hex() == record["rosterHash"]
            seal_hash = check_seal(record, roster_hash, register_hash)
            source, beacon, phrase = record["source"], record["beacon"], record.get("phrase")
            assert beacon is None if source["kind"] != "beacon" else beacon is not None or kind == "void"
            assert beacon is None or verify_beacon(source["round"], bytes.fromhex(beacon))
            indexes = []
            if kind == "draw" or beacon is not None:
                draw_input = input_of(seal_hash, source, phrase, beacon)
                indexes = draw_winners(hmac256(seed, draw_input), record["roster"]["chances"], record["count"])
            if kind == "void":
                assert source["kind"] != "none"
                assert [(lost["index"], lost["tickets"]) for lost in record["wouldHaveWon"]] == [
                    (index, record["roster"]["tickets"][index]) for index in indexes]
                expected = void_record_of(seal_hash, record["at"], reason)
            else:
                assert (phrase is not None) == (source["kind"] == "phrase")
                assert phrase is None or 1 <= len(phrase.encode("utf-8")) <= 200 and nfc(phrase) == phrase
                assert [winner["index"] for winner in record["winners"]] == indexes
                for place, winner in enumerate(record["winners"]):
                    check_winner(E, record["roster"], winner)
                    standing[n, place] = record["prizeId"]
                    won.update(from_hex(winner["tickets"]))
                if source["kind"] == "beacon":
                    round_before = source["round"]
                if record["prizeId"] is not None:
                    names[record["prizeId"]] = record["prizeName"]
                expected = draw_record_of(draw_input, seed, [(index, persons[index]) for index in indexes])
        assert expected.hex() == record["record"]
        previous = record["record"]

    following = len(proof["draws"]) + 1
    if proof["sealed"]:
        sealed = proof["sealed"]
        assert sealed["number"] == following and sealed["previousRecord"] == previous
        check_seal(sealed, bytes.fromhex(sealed["rosterHash"]), bytes.fromhex(sealed["registerHash"]))
        assert sealed["source"]["kind"] != "none"
        assert (sealed["seed"] is not None) == (sealed["source"]["kind"] == "beacon")
        if sealed["seed"]:
            assert commitment_of(E, following, bytes.fromhex(sealed["seed"])).hex() == sealed["commitment"]
        following += 1
    assert proof["nextNumber"] == following
    assert "checksum" not in proof or proof["checksum"] == checksum_of(proof).hex()


def check_winner(E, roster, winner):
    index = winner["index"]
    assert winner["tickets"] == roster["tickets"][index] and winner["chances"] == roster["chances"][index]
    assert winner["ticket"] in winner["tickets"]
    if "erased" in winner or winner["winner"] is None:
        assert winner["winner"] is None and winner["salt"] is None
        return
    name, email = winner["winner"]["name"], winner["winner"]["email"]
    assert nfc(name) == name and email != ""
    if winner["salt"] is None:
        assert is_short(name)
        assert email is None or re.fullmatch(r"[^\s@]\*{3}@[^\s@]\*{3}\.[^\s@.]+", email)
        return
    name_hash = name_hash_of(E, bytes.fromhex(winner["ticket"]), bytes.fromhex(winner["salt"]), name, email)
    assert name_hash.hex() == roster["nameHashes"][index]


def is_short(name):
    """`Amara`, `Amara O.`, or `王…` in scripts that write a full name without spaces."""
    def unspaced(character):
        scripts = ("CJK ", "HIRAGANA ", "KATAKANA ", "HANGUL ", "THAI ", "KHMER ", "LAO ", "MYANMAR ")
        return unicodedata.name(character, "").startswith(scripts)

    first, space, initial = name.partition(" ")
    if any(each.isspace() or unicodedata.category(each) == "Cf" for each in first + initial):
        return False
    if space:
        letters = initial[:-1]
        capital = len(letters) == 1 or any(nfc(chr(code).upper()) == letters for code in range(0x80, 0x10000))
        return bool(first) and capital and initial.endswith(".")
    if len(name) == 2 and name[1] == "…":
        return unspaced(name[0])
    plain = not any(unicodedata.category(each).startswith("P") for each in name)
    return plain and not (len(name) > 1 and unspaced(name[0]) and unspaced(name[1]))


def check_coverage(event):
    """The draws show the rules that are easiest to get wrong."""
    draws = [draw for draw in event.draws if draw["kind"] == "draw"]
    winners = [line[0] for line in event.wins]
    lines = [winner for draw in draws for winner in draw["winners"]]
    assert [len(draw["winners"]) for draw in draws] == [1, 2, 3, 1, draws[-1]["rosterSize"]]
    assert draws[-1]["rosterSize"] in (2, 3, 4), "the last has fewer people than winners"
    assert 3 in winners[:-2] or 4 in winners[:-2], "a win takes out another number with the same e-mail"
    assert all(draw["registerCounts"]["related"] for draw in draws[-2:])
    assert all(draw["registerCounts"]["absent"] for draw in draws[-2:])
    assert any(len(winner["tickets"]) > 1 for winner in lines), "a line of several tickets wins"
    assert any(1 < winner["chances"] for winner in lines)
    restored = next(draw for draw in event.draws if draw["kind"] == "restored")
    assert restored["registerCounts"]["removed"] >= 2


# Examples of single formulas

def number_examples():
    """Rejection; a total just above half of 2**64 rejects almost every second value, and a divisor of 2**64 none."""
    wanted = [(total, None) for total in (1, 2, 3, 10, 100_000, 2**32, 2**64 - 1, 2**64)]
    wanted += [(2**63 + 1, rejections) for rejections in (0, 1, 2, 4)]
    examples, attempt = [], 0
    for total, rejections in wanted:
        while True:
            attempt += 1
            key = made_up(f"key {attempt}")
            numbers = Numbers(key)
            number = numbers.below(total)
            if rejections is None or numbers.counter == rejections + 1:
                break
        examples.append({"key": key.hex(), "total": str(total), "number": str(number)})
    return examples


def winner_examples():
    """Draws by chances alone; the counter goes on from winner to winner."""
    some = [int.from_bytes(made_up(f"chances {index}", 2), "big") % 1000 + 1 for index in range(15)]
    wanted = [([1] * 7, 3), ([1], 1), ([1000, 1, 1], 3), ([1, 2, 3, 4, 5], 9), (some, 12), ([1, 999] * 10, 20)]
    return [{"key": (key := made_up(f"draw {at}")).hex(), "chances": chances, "count": count,
             "indexes": draw_winners(key, chances, count)} for at, (chances, count) in enumerate(wanted)]


def name_examples():
    examples = []
    for number, index in ((1, 2), (7, 2), (2**32 - 1, 5), (3, 9), (3, 12)):
        named = LEADS[index]
        salt = salt_of(EVENT, number, named["code"])
        name_hash = name_hash_of(EVENT, named["ticket"], salt, named["name"], named["email"])
        persons = [{"tickets": in_hex(sorted(each["ticket"] for each in LEADS[:size])), "chances": chances,
                    "person": person_of(EVENT, sorted(each["ticket"] for each in LEADS[:size]), name_hash, chances).hex()}
                   for size, chances in ((1, 1), (3, 1000))]
        examples.append({"number": number, "lead": index, "salt": salt.hex(), "nameHash": name_hash.hex(),
                         "persons": persons})
    return examples


PHRASES = ["Crème Brûlée!", nfd("  crème   BRÛLÉE "), "ﬁn\u200b\ufe0f Ⅳ  İ", "ΑΣ ΟΔΟΣ", "１２３ — ½", "🍮 x 🍮", "a\u00adb\u034fc",
           "e\u200d\u0301", "ﷺ", "don't stop", "王小明 ラーメン", "ǅ ẞ K", "\tone\ntwo\u3000three "]


def pretty(vectors):
    """Indented JSON, with a list on one line where it fits, as the project's formatter has it."""
    def on_one_line(match):
        before, items, after = match.groups()
        line = before + "[" + " ".join(item.strip() for item in items.split("\n")) + "]" + after
        return line if len(line) <= 100 else match[0]

    indented = json.dumps(vectors, ensure_ascii=False, indent=2)
    return re.sub(r'(?m)^( *(?:"\w+": )?)\[\n([^\[\]{}]*)\n *\](,?)$', on_one_line, indented)


def make():
    event = hold_event()
    proof = event.proof(PRIZE_A, 2, 1, "2023-08-23T16:29:00+00:00", 1600, max_chances=3)
    check(json.loads(json.dumps(proof)))
    check_coverage(event)
    codes = [bytes(16), b"\xff" * 16, bytes(range(16)), b"\x80" + bytes(14) + b"\x01", made_up("example code", 16)]
    return {
        "about": "Examples of the fair draw drawbridge/1, made by contract/vectors/make-vectors.py, with two beacons of "
                 "drand's quicknet. Bytes are lower-case hex; numbers above 2**53 are text; a lead is its index.",
        "secret": SECRET.hex(),
        "codes": [{"bytes": code.hex(), "code": code_of(code)} for code in codes],
        "phrases": [{"typed": typed, "folded": fold(typed)} for typed in PHRASES],
        "seeds": [{"number": n, "seed": (seed := seed_of(SECRET, EVENT, n)).hex(),
                   "commitment": commitment_of(EVENT, n, seed).hex()} for n in (1, 2, 11, 2**32 - 1)],
        "names": name_examples(),
        "numbers": number_examples(),
        "winners": winner_examples(),
        "leads": [{"code": code_of(lead["code"]), "ticket": lead["ticket"].hex(),
                   "ticketName": ticket_name_of(lead["ticket"]),
                   **{field: lead[field] for field in ("phoneKey", "email", "status", "name", "contactAt", "chances",
                                                       "answered", "first", "gone")}} for lead in LEADS],
        "steps": event.steps,
        "proof": proof,
    }


def check_file(name):
    try:
        check(json.loads(pathlib.Path(name).read_text()))
    except Exception as error:
        # The line of the check, because an assertion has no text.
        line = traceback.extract_tb(error.__traceback__)[-1].line
        print(f"{name}: wrong, by {line} {error}")
        return False
    print(f"{name}: right")
    return True


def main():
    if sys.argv[1:2] == ["check"]:
        wrong = [each for each in sys.argv[2:] if not check_file(each)]
        sys.exit(1 if wrong else 0)
    else:
        sys.stdout.buffer.write((pretty(make()) + "\n").encode("utf-8"))


if __name__ == "__main__":
    main()
