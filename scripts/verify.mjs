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
const { findEntrant, sharedEntries } = await fairDraw('check/find-entrant');
const { readList, readProof, readRecordLists, withLists } = await fairDraw('check/proof');
const { reportProof } = await import('@drawbridge/contract/raffle/proof-report');
const proof = /^https?:/.test(file) ? await loadEvent() : await loadFile();
const tickets = await readCodes();
const verdict = checkProof(proof, await loadBeaconCheck(proof.draws));
const { records, sealed, mismatches, summary } = reportProof(proof, verdict);

console.log(`Event ${proof.eventId}\n`);
for (const { ok, number, outcome, mismatches: found } of records) {
  console.log(plain(`${ok ? '✓' : '✗'} ${number} · ${outcome}`));
  printMismatches(found);
}
if (sealed) console.log(plain(`  ${sealed.number} · ${sealed.outcome}`));
if (mismatches.length > 0) console.log('✗ The list as a whole');
printMismatches(mismatches);
for (const [index, ticket] of tickets.entries()) await printSightings(codes[index], ticket);
console.log(`\n${summary}`);
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

function printMismatches(all) {
  for (const { field, what, expected, found } of all) {
    console.log(`    ${field}: ${what}`);
    console.log(`      expected ${plain(expected)}`);
    console.log(`      found    ${plain(found)}`);
  }
}

async function printSightings(code, ticket) {
  console.log(`\nEntry code ${plain(code)}`);
  const sizes = new Map(proof.draws.map(({ number, rosterSize }) => [number, rosterSize]));
  const matches = findEntrant(proof, ticket);
  for (const { number, lineIndex, won, chances } of matches) {
    const many = chances > 1 ? `, with ${chances} chances` : '';
    const line = `line ${lineIndex + 1} of ${sizes.get(number)}${many}`;
    const outcome = lineIndex === null ? 'not in the roster' : won ? `${line}, and won` : line;
    console.log(`  Draw ${number} · ${outcome}`);
  }
  const shared = sharedEntries(matches);
  if (shared) {
    console.log(
      `  Your line holds ${shared} entries under one phone number. If you entered fewer times, ask the organiser.`,
    );
  }
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
