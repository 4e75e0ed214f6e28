// Simulates visitors who enter a raffle at several servers, and retry with the same id if that fails.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 100;
/** Longer than any failover should take; a run without one ends after this time. */
const TIMEOUT_MS = 60_000;

export class Visitors {
  /** How often each id was answered with a success. */
  acknowledged = new Map();
  /** How many responses there were per status, or per error if there was no response. */
  answers = new Map();
  /** When each server last recovered from a failure. */
  recoveredAt = new Map();
  slowest = 0;
  #failing = new Set();
  #leaving = false;
  #crowd = [];
  #number = 0;

  constructor(servers, eventId, count) {
    for (let each = 0; each < count; each += 1) {
      this.#crowd.push(this.#come(servers[each % servers.length], eventId));
    }
  }

  /** Waits until every visitor has finished the current entry. */
  async leave() {
    this.#leaving = true;
    await Promise.all(this.#crowd);
  }

  async #come(server, eventId) {
    while (!this.#leaving) {
      this.#number += 1;
      const phone = String(this.#number).padStart(12, '0');
      await this.#enter(server, { id: randomUUID(), eventId, name: 'Visitor', phone });
    }
  }

  async #enter(server, lead) {
    const began = performance.now();
    while (performance.now() - began < TIMEOUT_MS) {
      const status = await this.#send(server, lead);
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
      if (status === 200 || status === 201) {
        this.acknowledged.set(lead.id, (this.acknowledged.get(lead.id) ?? 0) + 1);
        if (this.#failing.delete(server)) this.recoveredAt.set(server, performance.now());
        return;
      }
      this.#failing.add(server);
      await pause(PAUSE_MS);
    }
    throw new Error(`A visitor gave up after ${TIMEOUT_MS / 1000} s`);
  }

  async #send(server, lead) {
    const began = performance.now();
    try {
      const response = await fetch(`${server}/api/leads/public`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(lead),
      });
      await response.arrayBuffer();
      if (response.status === 503 && !response.headers.get('retry-after')) return '503 bare';
      return response.status;
    } catch (error) {
      return error.cause?.code ?? error.message;
    } finally {
      this.slowest = Math.max(this.slowest, performance.now() - began);
    }
  }
}
