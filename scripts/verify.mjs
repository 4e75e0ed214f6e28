// Checks a saved proof of an event's draws: `npm run verify -- proof.json`. Needs no server and no database.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureContractBuilt } from './build.mjs';

const USAGE = 'Usage: npm run verify -- PROOF.json [--code ENTRY-CODE]… (- reads standard input)';

const { file, codes } = readArguments();
const text = readText(file);
ensureContractBuilt();
const fairDraw = (name) => import(`../contract/dist/fair-draw/${name}.js`);
const { checkProof, mismatchesIn } = await fairDraw('check');
const { inOneGo } = await fairDraw('steps');
const proof = await readProof();
const tickets = await readCodes(codes, proof.eventId);
const verdict = inOneGo(checkProof(proof));

console.log(`Event ${proof.eventId}\n`);
for (const [index, draw] of proof.draws.entries()) {
  const mark = verdict.draws[index].ok ? '✓' : '✗';
  console.log(`${mark} Draw ${draw.number} · ${outcomeOf(draw)}`);
  printMismatches(verdict.draws[index]);
}
if (proof.sealed) console.log(`  Draw ${proof.sealed.number} · sealed, not drawn yet`);
if (mismatchesIn(verdict).length > 0) console.log('✗ The list as a whole');
printMismatches(verdict);
if (codes.length > 0) await printSightings();
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

function readText(name) {
  try {
    return readFileSync(name === '-' ? 0 : name, 'utf8');
  } catch (error) {
    return refuse(`${called()} cannot be read: ${error.message}`);
  }
}

async function readProof() {
  const { readProofFile } = await fairDraw('proof');
  const read = readProofFile(text);
  return 'problem' in read ? refuse(`${called()} is no proof: ${read.problem}`) : read.proof;
}

function called() {
  return file === '-' ? 'The input' : file;
}

async function readCodes(typed, eventId) {
  const { readEntryCode } = await fairDraw('entry-code');
  const { ticketOf } = await fairDraw('arithmetic');
  const { CODES_MAX } = await fairDraw('find-entrant');
  if (typed.length > CODES_MAX) refuse(`At most ${CODES_MAX} entry codes can be checked at once`);
  return typed.map((code) => {
    const entry = readEntryCode(code) ?? refuse(`${code} is no entry code`);
    return ticketOf(eventId, entry);
  });
}

function outcomeOf({ prizeName, prizeId, voidReason, phrase, winnerIndex, rosterSize }) {
  const prize = prizeName ?? (prizeId === null ? 'General draw' : `Prize ${prizeId}`);
  if (voidReason !== null) return plain(`${prize} · void: ${voidReason}`);
  const called = phrase === '' ? '' : ` · phrase “${phrase}”`;
  const winner = winnerIndex === null ? 'nobody' : `place ${winnerIndex + 1} of ${rosterSize}`;
  return plain(`${prize} · ${winner} won${called}`);
}

function printMismatches(part) {
  for (const { field, what, expected, found } of mismatchesIn(part)) {
    console.log(`    ${field}: ${what}`);
    console.log(`      expected ${plain(expected)}`);
    console.log(`      found    ${plain(found)}`);
  }
}

async function printSightings() {
  const { findEntrant } = await fairDraw('find-entrant');
  console.log(`\n${codes.length === 1 ? 'This entry code' : 'These entry codes'}`);
  const sightings = inOneGo(findEntrant(proof, tickets));
  for (const [index, { number, place, won }] of sightings.entries()) {
    const stood = `place ${place + 1} of ${proof.draws[index].roster.length}`;
    const told = place === null ? 'not in the roster' : won ? `${stood}, and won` : stood;
    console.log(`  Draw ${number} · ${told}`);
  }
}

function summary() {
  const all = proof.draws.length;
  if (!verdict.ok) {
    const wrong = verdict.draws.filter(({ ok }) => !ok).length;
    return wrong === 0
      ? 'This is not the proof that was saved.'
      : `${wrong} of ${all} ${all === 1 ? 'draw' : 'draws'} ${wrong === 1 ? 'does' : 'do'} not check out.`;
  }
  if (all === 0) return 'Nothing has been drawn yet.';
  return all === 1 ? 'The draw checks out.' : `All ${all} draws check out.`;
}

/** What others wrote must not steer the terminal. */
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
