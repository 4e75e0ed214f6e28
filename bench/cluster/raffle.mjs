// A raffle at work: pages that follow it as browsers do, and a presenter who draws and presses again until there is
// an answer.
import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from '../faults/harness.mjs';

const RECONNECT_MS = 1000;
/** Without any sign of life for so long, a connection is dead. */
const SILENCE_MS = 35_000;
/** How long an answer is waited for after the last draw. */
const PATIENCE_MS = 60_000;

/** A page that keeps what the stream says, and continues after its last message when it was cut off. */
export function openPage(url, eventId) {
  const page = { winners: new Map(), connections: 0, close };
  let lastId;
  let open = true;
  let request;
  follow();
  return page;

  function close() {
    open = false;
    request.destroy();
  }

  function follow() {
    if (!open) return;
    const after = lastId === undefined ? '' : `?after=${lastId}`;
    let unread = '';
    request = get(new URL(`/api/events/${eventId}/live${after}`, url), { agent: false });
    request.setTimeout(SILENCE_MS, () => request.destroy());
    request.on('error', () => {});
    request.on('close', () => setTimeout(follow, RECONNECT_MS));
    request.on('response', (response) => {
      if (response.statusCode !== 200) return request.destroy();
      page.connections += 1;
      response.setEncoding('utf8').on('data', (text) => {
        const blocks = (unread + text).split('\n\n');
        unread = blocks.pop();
        blocks.forEach(take);
      });
      response.on('error', () => {});
    });
  }

  function take(block) {
    const field = (name) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    lastId = field('id') ?? lastId;
    const kind = field('event');
    if (kind !== 'snapshot' && kind !== 'drawn') return;
    const data = JSON.parse(field('data'));
    const results = kind === 'snapshot' ? data.results : [data.result];
    if (kind === 'snapshot') page.winners.clear();
    for (const { number, ticket } of results) page.winners.set(number, ticket);
  }
}

/**
 * Verifies some of the leads that were answered, and draws one winner after the other. A request without an answer
 * is sent again with its id until it has one.
 */
export function startDraws(url, { eventId, token }, answered, pauseMs) {
  const draws = { winners: new Map(), repeated: 0, problems: [], stop };
  let going = true;
  let deadline = Number.POSITIVE_INFINITY;
  const finished = work();
  return draws;

  async function stop() {
    going = false;
    deadline = performance.now() + PATIENCE_MS;
    await finished;
  }

  async function work() {
    for (let turn = 0; going; turn += 1) {
      if (turn % 5 === 0) {
        const leadIds = [...answered.keys()].slice(-20);
        await insist('/api/leads/bulk-verify', { leadIds });
      }
      const body = { id: randomUUID() };
      const path = `/api/events/${eventId}/draw-winner`;
      const text = await insist(path, body);
      const { number, ticket } = JSON.parse(text);
      if (draws.winners.has(number)) draws.problems.push(`Two draws have the number ${number}`);
      draws.winners.set(number, ticket);
      // Somebody presses again, or a proxy repeats the request.
      if (turn % 5 === 1 && (await insist(path, body)) !== text) {
        draws.problems.push(`Draw ${number} had another answer the second time`);
      }
      await delay(pauseMs);
    }
  }

  async function insist(path, fields) {
    const body = { id: randomUUID(), ...fields };
    for (;;) {
      const answer = await send(url, 'POST', path, { body, token }).catch(() => undefined);
      if (answer?.status === 200 || answer?.status === 201) return answer.text;
      if (answer && answer.status < 500) {
        draws.problems.push(`${path} was answered ${answer.status} ${answer.text}`);
        return '{}';
      }
      if (performance.now() > deadline) {
        draws.problems.push(`${path} was never answered`);
        return '{}';
      }
      draws.repeated += 1;
      await delay(500);
    }
  }
}
