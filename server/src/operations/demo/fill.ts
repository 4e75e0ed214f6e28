import { randomUUID } from 'node:crypto';
import type { LeadContact } from '@drawbridge/contract/collecting/contact';
import type { LeadStatus } from '@drawbridge/contract/collecting/lead-values';
import { eventInput } from '@drawbridge/contract/events/events';
import type { Answers } from '@drawbridge/contract/events/questions/kinds';
import { questionInput } from '@drawbridge/contract/events/questions/schemas';
import { sponsorInput } from '@drawbridge/contract/events/sponsors';
import { readPlainNumber } from '@drawbridge/contract/phones/phone-plan';
import { prizeInput } from '@drawbridge/contract/raffle/prizes';
import type { KnownRules, Submission } from '../../collecting/submission/submission-rows.ts';
import { submitLeads } from '../../collecting/submission/submission-store.ts';
import type { Database, Db } from '../../db/client.ts';
import { unwrap } from '../../errors.ts';
import { changeEvent, createEvent } from '../../events/events/store.ts';
import { storePictures } from '../../events/pictures/store.ts';
import { consentQuestionsOf } from '../../events/questions/rules.ts';
import { saveQuestions } from '../../events/questions/store.ts';
import { createSponsor } from '../../events/sponsors/store.ts';
import { hashPassword } from '../../login/auth/secrets.ts';
import { createUser } from '../../login/auth/store.ts';
import { changeSharing } from '../../outreach/sponsor-pages/sharing-store.ts';
import { findSponsor } from '../../outreach/sponsor-pages/store.ts';
import { drawWinner } from '../../raffle/draws/draw-store.ts';
import { createPrize } from '../../raffle/prizes/store.ts';
import { changeStage } from '../../raffle/stage/stage-store.ts';
import { assignVolunteer } from '../../team/assignments/store.ts';
import {
  type DemoQuestion,
  demoEvents,
  demoVolunteers,
  firstNames,
  lastNames,
} from './organisation.ts';
import { backdateLeads, backdateSponsors, markSample } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const BATCH = 500;

type DemoEvent = (typeof demoEvents)[number];
type Asked = Pick<DemoQuestion, 'answers' | 'answered'> & { id: string };
type Volunteer = { id: string; name: string };

/** Fills the database with an organisation that has used the app for some weeks. All of it is marked as a sample. */
export async function fillDatabase(
  db: Database | Db,
  { adminId, password, now }: { adminId: string; password: string; now: Date },
): Promise<{ events: number; leads: number; volunteers: string[] }> {
  const chance = createChance(2026);
  const passwordHash = await hashPassword(password);
  const volunteers: Volunteer[] = [];
  for (const { username, name } of demoVolunteers) {
    const created = await createUser(db, { username, name, passwordHash, role: 'volunteer' });
    // With --force the demo's volunteers may already exist; they are left as they are.
    if (!created.ok) continue;
    await markSample(db, 'users', created.value.id);
    volunteers.push({ id: created.value.id, name });
  }
  let leads = 0;
  for (const [index, demo] of demoEvents.entries()) {
    leads += await addEvent(db, demo, { chance, volunteers, adminId, now, index });
  }
  return { events: demoEvents.length, leads, volunteers: volunteers.map(({ name }) => name) };
}

interface Surroundings {
  chance: Chance;
  volunteers: Volunteer[];
  adminId: string;
  now: Date;
  index: number;
}

async function addEvent(db: Database | Db, demo: DemoEvent, around: Surroundings): Promise<number> {
  const { chance, adminId, now, index } = around;
  const opening = new Date(now.getTime() + demo.inDays * DAY_MS);
  const date = opening.toISOString().slice(0, 10);
  const by = { id: adminId, scopes: null, events: null };
  const event = await createEvent(
    db,
    eventInput.parse({
      ...(await storePictures(db, demo)),
      date,
      drawAt: demo.drawAt && `${date}T${demo.drawAt}`,
      // An ended event takes no entries, so it is ended only after its leads have been added.
      status: demo.status === 'ended' ? 'active' : demo.status,
      timeZone: demo.timeZone ?? 'Europe/London',
    }),
    { by, defaultCountry: 'GB' },
  );
  const eventId = event.id;
  await markSample(db, 'events', eventId);
  const crew = around.volunteers.filter(() => chance.percent(60));
  for (const { id } of crew) unwrap(await assignVolunteer(db, { volunteerId: id, eventId }));
  const sponsorIds: string[] = [];
  for (const [position, name] of demo.sponsors.entries()) {
    const logo = drawLogo(name, index + position);
    const sponsor = await createSponsor(
      db,
      sponsorInput.parse({ eventId, name, logo, position: position + 1 }),
    );
    sponsorIds.push(unwrap(sponsor).id);
  }
  const prizeIds: string[] = [];
  for (const [position, prize] of demo.prizes.entries()) {
    const sponsorId = sponsorIds[position] ?? null;
    const input = await storePictures(db, { eventId, position, sponsorId, ...prize });
    prizeIds.push(unwrap(await createPrize(db, prizeInput.parse(input))).id);
  }
  const newQuestions = (demo.questions ?? []).map((question) => ({
    ...question,
    id: randomUUID(),
  }));
  const questions = newQuestions.map((question) => questionInput.parse(question));
  if (questions.length > 0) {
    const input = { version: event.questionsVersion, questions };
    unwrap(await saveQuestions(db, eventId, input, { scopes: null }));
  }
  const sharing = await setSponsorConsentQuestion(db, demo, newQuestions, { sponsorIds, prizeIds });
  await addLeads(db, demo.leads, {
    ...{ ...around, eventId, crew, opening },
    asked: [...newQuestions, ...sharing],
  });
  // The other leads were added by volunteers.
  await backdateSponsors(db, eventId, Math.round(demo.leads * 0.8));
  for (const prizeId of prizeIds.slice(0, demo.drawn)) {
    const { result } = unwrap(
      await drawWinner(db, { eventId, prizeId, phrase: '', conductedBy: adminId }),
    );
    unwrap(await changeStage(db, eventId, { continued: result.number }));
  }
  if (demo.status === 'ended') {
    await changeEvent(db, eventId, { status: 'ended' }, by);
  }
  return demo.leads;
}

/**
 * Asks for consent to share details with the first sponsor, who sees the visitors' answers and gives the first prize.
 */
async function setSponsorConsentQuestion(
  db: Db,
  { sharing }: DemoEvent,
  questions: readonly (DemoQuestion & { id: string })[],
  { sponsorIds: [sponsorId], prizeIds }: { sponsorIds: string[]; prizeIds: string[] },
): Promise<Asked[]> {
  if (!sharing || !sponsorId) return [];
  const questionIds = questions
    .filter(({ askedOf }) => askedOf !== 'volunteers')
    .map(({ id }) => id);
  const input = { asked: true, questions: questionIds, prizes: prizeIds.slice(0, 1) };
  unwrap(await changeSharing(db, sponsorId, input));
  const sponsor = await findSponsor(db, sponsorId);
  const agreements = sponsor ? consentQuestionsOf(sponsor.questions, sponsor) : [];
  return agreements.map(({ id, version }) => ({ id, answers: [version], answered: sharing }));
}

async function addLeads(
  db: Database | Db,
  count: number,
  around: Surroundings & { eventId: string; crew: Volunteer[]; opening: Date; asked: Asked[] },
): Promise<void> {
  const { chance, crew, eventId, opening, now, asked } = around;
  const people: LeadContact[] = [];
  // A sequence of its own, so that other questions change nothing else.
  const answering = createChance(27);
  const known: KnownRules = new Map();
  for (let added = 0; added < count; added += BATCH) {
    const submissions: Submission[] = [];
    for (let i = added; i < Math.min(count, added + BATCH); i++) {
      // Some visitors both scan the code and talk to a volunteer.
      const person =
        people.length > 20 && chance.percent(3) ? chance.pick(people) : newContact(chance);
      people.push(person);
      const submitter = crew.length > 0 && chance.percent(45) ? chance.pick(crew) : undefined;
      submissions.push({
        lead: { eventId, ...person, answers: someAnswers(answering, asked) },
        source: submitter ? 'volunteer' : 'qr',
        channel: submitter ? 'volunteer' : 'form',
        ...(submitter && { submitter }),
      });
    }
    const results = (await submitLeads(db, submissions, known)).map(unwrap);
    await backdateLeads(
      db,
      results.map(({ lead }) => ({
        id: lead.id,
        submittedAt: someMoment(chance, opening, now).toISOString(),
        status: someStatus(chance),
      })),
    );
  }
}

function someAnswers(chance: Chance, questions: readonly Asked[]): Answers {
  const chosen = questions.filter(({ answered }) => chance.percent(answered));
  return Object.fromEntries(chosen.map(({ id, answers }) => [id, chance.pick(answers)]));
}

function newContact(chance: Chance): LeadContact {
  const first = chance.pick(firstNames);
  const last = chance.pick(lastNames);
  const digits = someDigits(chance);
  const plain = `${first}.${last}`.normalize('NFD').replace(/[^A-Za-z.]/g, '');
  return {
    name: `${first} ${last}`,
    phone: `07700${digits}`,
    email: chance.percent(80) ? `${plain}${digits.slice(3)}@example.com`.toLowerCase() : null,
  };
}

/** The last digits of a valid phone number. */
function someDigits(chance: Chance): string {
  const digits = String(chance.below(1_000_000)).padStart(6, '0');
  return readPlainNumber(`07700${digits}`, 'GB') ? digits : someDigits(chance);
}

/**
 * A random time of a lead: mostly between nine and six on the day, sometimes on the days before, and never in the
 * future.
 */
function someMoment(chance: Chance, opening: Date, now: Date): Date {
  const earliest = Math.min(opening.getTime(), now.getTime());
  const daysBefore = chance.percent(70) ? 0 : 1 + chance.below(9);
  const day = new Date(earliest - daysBefore * DAY_MS);
  day.setUTCHours(9, 0, 0, 0);
  const moment = day.getTime() + chance.below(9 * 3_600_000);
  return new Date(moment <= now.getTime() ? moment : now.getTime() - chance.below(8 * 3_600_000));
}

function someStatus(chance: Chance): LeadStatus {
  const roll = chance.below(100);
  return roll < 22 ? 'pending' : roll < 88 ? 'verified' : 'promoted';
}

/** A simple logo: a shape and a name in one colour. */
function drawLogo(name: string, index: number): string {
  const hues = [25, 205, 150, 265, 45, 320];
  const colour = `hsl(${hues[index % hues.length]} 45% 38%)`;
  const shapes = [
    '<circle cx="24" cy="24" r="13"/>',
    '<path d="M11 37V24a13 13 0 0 1 26 0v13h-7V24a6 6 0 0 0-12 0v13z"/>',
    '<path d="M24 9 38 37H10z"/>',
    '<path d="M10 20q7-8 14 0t14 0v8q-7 8-14 0t-14 0z"/>',
  ];
  const text = name.replaceAll('&', '&amp;');
  const width = 64 + Math.round(name.length * 18.5);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 48" width="${width}" height="48" ` +
    `fill="${colour}">${shapes[index % shapes.length]}<text x="50" y="33" font-size="27" ` +
    `font-weight="700" font-family="system-ui, sans-serif" letter-spacing="-0.5">${text}</text></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** Seeded random choices, so that the demo is the same every time. */
interface Chance {
  /** A whole number from 0 to n - 1. */
  below(n: number): number;
  pick<T>(from: readonly T[]): T;
  /** True with the given probability in percent. */
  percent(of: number): boolean;
}

function createChance(seed: number): Chance {
  let state = seed;
  // mulberry32 is small, and good enough for names and times.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    percent: (of) => below(100) < of,
  };
}
