import { type ProblemCode, problems } from '@drawbridge/contract/core/errors';
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-client.ts';
import { createLeadAttempts, type LeadAttempt, sendLead } from './lead-attempts.ts';

test('the same contents keep their id and code, also after a change and back', () => {
  const attemptFor = createLeadAttempts();
  const first = attemptFor('Amara Okafor', '07700 900121', '');
  const changed = attemptFor('Amara Okafor', '07700 900121', 'amara@example.com');
  expect(changed.id).not.toBe(first.id);
  expect(changed.entryCode).not.toBe(first.entryCode);
  expect(attemptFor('Amara Okafor', '07700 900121', '')).toBe(first);
});

test('two visitors with the same contents have two ids and two codes', () => {
  const contents = ['Amara Okafor', '07700 900121', null];
  const [one, other] = [createLeadAttempts()(...contents), createLeadAttempts()(...contents)];
  expect(one.id).not.toBe(other.id);
  expect(one.entryCode).not.toBe(other.entryCode);
});

const refusalOf = (code: ProblemCode) =>
  new ApiError(problems[code][0], { sentence: problems[code][1], code });
const used = refusalOf('entry-code-used');

/** Sends a lead to a server with these refusals, and returns the requests. */
async function sendTo(refusals: Error[]) {
  const sent: LeadAttempt[] = [];
  const lead = createLeadAttempts()('Amara Okafor');
  const answer = sendLead(lead, async (now) => {
    sent.push({ ...now });
    const refusal = refusals[sent.length - 1];
    if (refusal) throw refusal;
    return 'taken';
  });
  return { answer: await answer.catch((error: unknown) => error), sent, lead };
}

test('a code that somebody has is replaced and the lead is sent again under its id', async () => {
  const { answer, sent, lead } = await sendTo([used]);
  expect(answer).toBe('taken');
  expect(sent).toHaveLength(2);
  expect(sent[1]?.id).toBe(sent[0]?.id);
  expect(sent[1]?.entryCode).not.toBe(sent[0]?.entryCode);
  // A further press sends the code that was accepted.
  expect(lead.entryCode).toBe(sent[1]?.entryCode);
});

test('a server that refuses every code is not asked for ever', async () => {
  const { answer, sent } = await sendTo(Array.from({ length: 9 }, () => used));
  expect(answer).toBe(used);
  expect(sent).toHaveLength(3);
});

test('any other refusal is the answer', async () => {
  const refusal = refusalOf('event-ended');
  const { answer, sent } = await sendTo([refusal]);
  expect(answer).toBe(refusal);
  expect(sent).toHaveLength(1);
});
