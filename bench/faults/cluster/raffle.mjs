// A raffle at work: pages that follow it as browsers do, and a presenter who draws and presses again until there is
// an answer.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from '../../harness/http.mjs';

const RECONNECT_MS = 1000;
/** How long an answer is waited for after the last draw. */
const PATIENCE_MS = 60_000;

/** A page that keeps what the stream says, and continues after its last message when it was cut off. */
export function openPage(url, eventId) {
  const closing = new AbortController();
  const page = { winners: new Map(), close: () => closing.abort() };
  let lastId;
  follow();
  return page;

  async function follow() {
    while (!closing.signal.aborted) {
      await read().catch(() => {});
      await delay(RECONNECT_MS);
    }
  }

  async function read() {
    const after = lastId === undefined ? '' : `?after=${lastId}`;
    const { signal } = closing;
    const response = await fetch(`${url}/api/events/${eventId}/live${after}`, { signal });
    if (!response.ok) return response.body.cancel();
    let unread = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (unread + text).split('\n\n');
      unread = blocks.pop();
      blocks.forEach(take);
    }
  }

  function take(block) {
    const field = (name) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    lastId = field('id') ?? lastId;
    const kind = field('event');
    if (kind !== 'snapshot' && kind !== 'drawn') return;
    const data = JSON.parse(field('data'));
    if (kind === 'snapshot') page.winners.clear();
    const results = kind === 'snapshot' ? data.results : [data.result];
    for (const { number, ticket } of results) page.winners.set(number, ticket);
  }
}

/**
 * Verifies some of the leads that were answered, and draws one winner after the other. A request without an answer
 * is sent again with its id until it has one.
 */
export function startDraws(url, { eventId, token }, answered, pauseMs) {
  const draws = { winners: new Map(), problems: [], stop };
  let deadline = Number.POSITIVE_INFINITY;
  const finished = work();
  return draws;

  async function stop() {
    deadline = performance.now() + PATIENCE_MS;
    await finished;
  }

  async function work() {
    for (let turn = 0; deadline === Number.POSITIVE_INFINITY; turn += 1) {
      if (turn % 5 === 0) {
        const leadIds = [...answered.keys()].slice(-20);
        await insist('/api/leads/bulk-verify', { id: randomUUID(), leadIds });
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

  async function insist(path, body) {
    while (performance.now() < deadline) {
      const answer = await send(url, 'POST', path, { body, token }).catch(() => undefined);
      if (answer?.status < 300) return answer.text();
      if (answer?.status < 500) {
        draws.problems.push(`${path} was answered ${answer.status} ${answer.text()}`);
        return '{}';
      }
      await delay(500);
    }
    draws.problems.push(`${path} was never answered`);
    return '{}';
  }
}
