// Checks an event's draws, by a saved proof or by the address of a page of the event:
// `npm run verify -- proof.json`. Needs no database, and for a proof no server.
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { ensureContractBuilt } from './build.mjs';

const { CALLED_AS = 'node scripts/verify.mjs' } = process.env;
const USAGE = `Usage: ${CALLED_AS} PROOF.json|ADDRESS [--code ENTRY-CODE]… (- reads standard input)`;

const { file, codes } = readArguments();
const label = file === '-' ? 'The input' : file;
await ensureContractBuilt();
const fairDraw = (name) => import(`@drawbridge/contract/fair-draw/${name}`);
const { checkProof, loadBeaconCheck } = await fairDraw('check/check');
const { mismatchesIn } = await fairDraw('check/comparison');
const { findEntrant, sharedEntries } = await fairDraw('check/find-entrant');
const { readList, readProof, readRecordLists, withLists } = await fairDraw('check/proof');
const { earlierPrizeName, isRepeated, missedRound, raisedQuantity } =
  await fairDraw('check/remarks');
const { ticketName } = await import('@drawbridge/contract/raffle/ticket-names');
const proof = /^https?:/.test(file) ? await loadEvent() : await loadFile();
const tickets = await readCodes();
const verdict = checkProof(proof, await loadBeaconCheck(proof.draws));
const forfeits = new Map(
  proof.draws.flatMap((record) =>
    record.kind === 'forfeit' ? [[`${record.forfeits}/${record.place}`, record]] : [],
  ),
);

console.log(`Event ${proof.eventId}\n`);
for (const [index, record] of proof.draws.entries()) {
  const mark = verdict.draws[index].ok ? '✓' : '✗';
  console.log(plain(`${mark} ${record.number} · ${outcomeOf(record)}`));
  printMismatches(verdict.draws[index]);
}
if (proof.sealed) console.log(plain(`  ${proof.sealed.number} · ${sealedOf(proof.sealed)}`));
if (mismatchesIn(verdict).length > 0) console.log('✗ The list as a whole');
printMismatches(verdict);
for (const [index, ticket] of tickets.entries()) await printSightings(codes[index], ticket);
console.log(`\n${summary()}`);
process.exitCode = verdict.ok ? 0 : 1;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { code: { type: 'string', multiple: true, default: [] } },
    });
    if (positionals.length !== 1) refuse(USAGE);
    return { file: positionals[0], codes: values.code };
  } catch {
    return refuse(USAGE);
  }
}

async function loadFile() {
  try {
    const bytes = await (file === '-' ? buffer(process.stdin) : readFile(file));
    return readable(readProof(new TextDecoder().decode(bytes)));
  } catch (error) {
    // The message of Node.js: 'ENOENT: no such file or directory, open …'
    return refuse(`${label} cannot be read: ${error.message.replace(/^\w+: (.*?), .*$/s, '$1')}`);
  }
}

/** Loads record by record, because the proof of a large event exceeds the maximum length of a string. */
async function loadEvent() {
  const [, origin, eventId] = /^(.+?)\/event\/([\da-f-]{36})\b/i.exec(file) ?? refuse(USAGE);
  const load = async (path) => {
    const response = await fetch(`${origin}/api/events/${eventId}/draws${path}`).catch(() => {});
    if (!response?.ok) refuse(`${label} cannot be read: ${response?.status ?? 'no answer'}`);
    return response.text();
  };
  const list = readable(readList(await load('')));
  if (list.eventId !== eventId.toLowerCase()) refuse(`${label} answers with another event`);
  const draws = [];
  for (const record of list.draws) {
    const isForfeit = record.kind === 'forfeit';
    const lists = isForfeit ? {} : readable(readRecordLists(await load(`/${record.number}`)));
    draws.push(withLists(record, lists));
  }
  return { ...list, draws };
}

function readable(read) {
  return 'problem' in read ? refuse(`${label} is not a proof. ${read.problem}`) : read.data;
}

async function readCodes() {
  const { readEntryCode } = await fairDraw('entry-code');
  const { ticketOf } = await fairDraw('tickets');
  return codes.map((code) =>
    ticketOf(proof.eventId, readEntryCode(code) ?? refuse(`${plain(code)} is not an entry code`)),
  );
}

function outcomeOf(record) {
  if (record.kind === 'forfeit') {
    const place = record.place > 0 ? `, winner ${record.place + 1}` : '';
    return `Draw ${record.forfeits}${place} forfeited: ${record.reason}`;
  }
  if (record.kind === 'restored') return `Restored from a backup: ${record.reason}`;
  const { number, rosterSize, totalChances } = record;
  if (record.kind === 'void') {
    const lost = record.wouldHaveWon.map(({ index, tickets }) => {
      return `line ${index + 1} (${tickets.map((ticket) => ticketName(ticket)).join(', ')}) would have won`;
    });
    const missed = missedRound(record) && 'its beacon is missing';
    return parts(prizeOf(record), sourceOf(record), `void: ${record.reason}`, ...lost, missed);
  }
  const winners = record.winners.map((winner, place) => {
    const forfeit = forfeits.get(`${number}/${place}`);
    const line = `line ${winner.index + 1} of ${rosterSize}`;
    const chances = totalChances > rosterSize && `${winner.chances} of ${totalChances} chances`;
    return parts(winnerOf(winner), line, chances, forfeit && `forfeited: ${forfeit.reason}`);
  });
  const repeated = isRepeated(proof.draws, record) && 'repeated';
  const phrase = record.phrase !== null && `phrase “${record.phrase}”`;
  return parts(prizeOf(record), ...winners, sourceOf(record), ...factsOf(record), repeated, phrase);
}

function sealedOf(sealed) {
  return parts(prizeOf(sealed), sourceOf(sealed), ...factsOf(sealed), 'not drawn yet');
}

function parts(...all) {
  return all.filter(Boolean).join(' · ');
}

function prizeOf(draw) {
  const { prizeName, prizeId } = draw;
  const named = prizeName ?? (prizeId === null ? 'General draw' : `Prize ${prizeId}`);
  const earlier = earlierPrizeName(proof.draws, draw);
  return earlier ? `${named} (before: ${earlier})` : named;
}

function sourceOf({ source }) {
  if (source.kind === 'none') return undefined;
  return source.kind === 'phrase' ? 'sealed' : `sealed for round ${source.round} of the beacon`;
}

/** Notable facts that are within the rules. */
function factsOf(draw) {
  const raised = raisedQuantity(proof.draws, draw);
  return [
    draw.rollCall > 0 && 'only people who answered the roll call',
    raised && `quantity raised from ${raised.from} to ${raised.to} after draw ${raised.after}`,
  ];
}

function winnerOf({ winner, salt, erased }) {
  if (erased) {
    const why = erased.because === 'request' ? "at the person's request " : '';
    return `Erased (the name was erased ${why}on ${erased.at.slice(0, 10)})`;
  }
  if (winner === null) return 'winner not named';
  const name = winner.email === null ? winner.name : `${winner.name} (${winner.email})`;
  return salt === null ? `${name} (name not checked)` : name;
}

function printMismatches(part) {
  for (const { field, what, expected, found } of mismatchesIn(part)) {
    console.log(`    ${field}: ${what}`);
    console.log(`      expected ${plain(expected)}`);
    console.log(`      found    ${plain(found)}`);
  }
}

async function printSightings(code, ticket) {
  console.log(`\nEntry code ${plain(code)}`);
  const sizes = new Map(proof.draws.map(({ number, rosterSize }) => [number, rosterSize]));
  const matches = findEntrant(proof, ticket);
  for (const { number, place, won, chances } of matches) {
    const many = chances > 1 ? `, with ${chances} chances` : '';
    const line = `line ${place + 1} of ${sizes.get(number)}${many}`;
    const told = place === null ? 'not in the roster' : won ? `${line}, and won` : line;
    console.log(`  Draw ${number} · ${told}`);
  }
  const shared = sharedEntries(matches);
  if (shared) {
    console.log(
      `  Your line holds ${shared} entries under one phone number. If you entered fewer times, ask the organiser.`,
    );
  }
}

function summary() {
  const all = proof.draws.length;
  if (!verdict.ok) {
    const wrong = verdict.draws.filter(({ ok }) => !ok).length;
    return wrong === 0
      ? 'This is not the proof that was saved.'
      : `${wrong} of ${all} ${all === 1 ? 'record' : 'records'} ${wrong === 1 ? 'does' : 'do'} not check out.`;
  }
  if (all === 0) return 'Nothing has been drawn yet.';
  if (all === 1) return 'The draw checks out.';
  return `${all === 2 ? 'Both' : `All ${all}`} records check out.`;
}

/** Escapes control characters, so that foreign text cannot control the terminal. */
function plain(text) {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Surrogate}]/gu,
    (character) => `\\u{${character.codePointAt(0).toString(16)}}`,
  );
}

function refuse(line) {
  console.error(line);
  process.exit(2);
}
