// Checks an event's draws, by a saved proof or by the address of a page of the event:
// `npm run verify -- proof.json`. Needs no database, and for a proof no server.
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { ensureContractBuilt } from './build.mjs';

const { CALLED_AS = 'node scripts/verify.mjs' } = process.env;
const USAGE = `Usage: ${CALLED_AS} PROOF.json|ADDRESS [--code ENTRY-CODE]… (- reads standard input)`;

const { file, codes, testChain } = readArguments();
const label = file === '-' ? 'The input' : file;
await ensureContractBuilt();
const fairDraw = (name) => import(`@drawbridge/contract/fair-draw/${name}`);
const { checkProof, loadBeaconCheck } = await fairDraw('check');
const { mismatchesIn, winnersOf } = await fairDraw('comparison');
const { earlierPrizeName, findEntrant, isRepeated, missedRound, sharedEntries, wouldHaveWon } =
  await fairDraw('find-entrant');
const { readLines, readList, readProof } = await fairDraw('proof');
const proof = /^https?:/.test(file) ? await loadEvent() : await loadFile();
const tickets = await readCodes();
const verdict = checkProof(proof, await loadBeaconCheck(proof.draws, testChain));
const forfeits = new Map(
  proof.draws.flatMap((record) =>
    record.kind === 'forfeit' ? [[`${record.forfeits}/${record.place ?? 0}`, record]] : [],
  ),
);

console.log(`Event ${proof.eventId}\n`);
for (const [index, record] of proof.draws.entries()) {
  const mark = verdict.draws[index].ok ? '✓' : '✗';
  console.log(plain(`${mark} ${record.number} · ${outcomeOf(record)}`));
  printMismatches(verdict.draws[index]);
}
if (proof.sealed) console.log(`  ${proof.sealed.number} · sealed, not drawn yet`);
if (mismatchesIn(verdict).length > 0) console.log('✗ The list as a whole');
printMismatches(verdict);
for (const [index, ticket] of tickets.entries()) await printSightings(codes[index], ticket);
console.log(`\n${summary()}`);
process.exitCode = verdict.ok ? 0 : 1;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        code: { type: 'string', multiple: true, default: [] },
        // For tests: a chain of beacons of one's own, whose future its owner knows.
        'test-chain': { type: 'string' },
      },
    });
    if (positionals.length !== 1) refuse(USAGE);
    const chain = values['test-chain'];
    return { file: positionals[0], codes: values.code, testChain: chain && JSON.parse(chain) };
  } catch {
    return refuse(USAGE);
  }
}

async function loadFile() {
  try {
    const bytes = await (file === '-' ? buffer(process.stdin) : readFile(file));
    return readable(readProof(new TextDecoder().decode(bytes)));
  } catch (error) {
    // Node.js: 'ENOENT: no such file or directory, open …'
    return refuse(`${label} cannot be read: ${error.message.replace(/^\w+: (.*?), .*$/s, '$1')}`);
  }
}

/** Record by record, because the proof of a large event is longer than any text may be. */
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
    const lines =
      record.kind !== 'forfeit' &&
      readable(readLines(await load(`/${record.number}`), list.scheme));
    draws.push({ ...record, ...lines });
  }
  return { ...list, draws };
}

function readable(read) {
  return 'problem' in read ? refuse(`${label} is not a proof. ${read.problem}`) : read.data;
}

async function readCodes() {
  const { readEntryCode } = await fairDraw('entry-code');
  const { ticketOf } = await fairDraw('arithmetic');
  return codes.map((code) =>
    ticketOf(proof.eventId, readEntryCode(code) ?? refuse(`${plain(code)} is not an entry code`)),
  );
}

function outcomeOf(record) {
  const { number, rosterSize } = record;
  if (record.kind === 'forfeit') {
    const place = record.place ? `, winner ${record.place + 1}` : '';
    return `Draw ${record.forfeits}${place} forfeited: ${record.reason}`;
  }
  if (record.kind === 'restored') return `The record was set back: ${record.reason}`;
  const { prizeName, prizeId, seal } = record;
  const named = prizeName ?? (prizeId === null ? 'General draw' : `Prize ${prizeId}`);
  const earlier = earlierPrizeName(proof.draws, record);
  const prize = earlier ? `${named} (before: ${earlier})` : named;
  const source = seal?.source.kind === 'beacon' && `round ${seal.source.round} of the beacon`;
  if (record.kind === 'void') {
    const lines = wouldHaveWon(record).map((index) => index + 1);
    const lost = lines.length > 0 && `line ${lines.join(', ')} would have won`;
    const missed = missedRound(record) && 'its beacon is missing';
    return [prize, source, `void: ${record.reason}`, lost, missed].filter(Boolean).join(' · ');
  }
  const winners = winnersOf(record).map((winner, place) => {
    const forfeit = forfeits.get(`${number}/${place}`);
    const line = `line ${winner.index + 1} of ${rosterSize}`;
    return [winnerOf(winner), line, forfeit && `forfeited: ${forfeit.reason}`];
  });
  const repeated = isRepeated(proof.draws, record) && 'repeated';
  const parts = [prize, ...winners.flat(), record.sealed && 'sealed', source, repeated];
  if (record.phrase !== '') parts.push(`phrase “${record.phrase}”`);
  return parts.filter(Boolean).join(' · ');
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
  for (const { number, place, won } of matches) {
    const line = `line ${place + 1} of ${sizes.get(number)}`;
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
