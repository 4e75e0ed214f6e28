// The checks for a freshly installed package or image, through HTTP.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { call, logIn } from './api.mjs';

export const PASSWORD = 'smoke-test-password';
export const ACCOUNT = { username: 'admin', password: PASSWORD };
const READY_MS = 120_000;

/** Waits until the database behind the server can be written to. */
export async function untilReady(url) {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    const { status } = await fetch(`${url}/readyz`).catch(() => ({ status: 'no answer' }));
    if (status === 200) return;
    if (Date.now() > deadline) throw new Error(`/readyz: ${status} after ${READY_MS / 1000} s`);
    await delay(200);
  }
}

/** Creates an event, enters its raffle, draws and loads the pages. Returns the data that must survive a restart. */
export async function useServer(url) {
  const { token } = await logIn(url, ACCOUNT);
  const event = await call(url, 'POST', '/api/events', {
    token,
    body: { name: 'Smoke Test Fair', date: '2030-01-31', location: 'Hall 7' },
  });
  const contact = { name: 'Rosa Field', phone: '+44 7700 900123', email: 'rosa@example.org' };
  const body = { eventId: event.id, ...contact };
  const lead = await call(url, 'POST', '/api/leads/public', { body });
  const { number } = await drawWinner(url, token, event.id, lead.id);
  await expectPage(url, '/login', '<div id="root">');
  await expectPage(url, `/event/${event.id}/submit`, 'Smoke Test Fair');
  await expectPage(url, '/api/docs', '<!DOCTYPE html>');
  return { eventId: event.id, leadId: lead.id, draw: number };
}

/** Verifies the lead and draws. */
export async function drawWinner(url, token, eventId, leadId) {
  await call(url, 'POST', '/api/leads/bulk-verify', { token, body: { leadIds: [leadId] } });
  return call(url, 'POST', `/api/events/${eventId}/draw-winner`, { token, body: {} });
}

export async function expectKept(url, { eventId, leadId, draw }) {
  const { token } = await logIn(url, ACCOUNT);
  const leads = await call(url, 'GET', `/api/leads?eventId=${eventId}`, { token });
  if (leads.length !== 1 || leads[0].id !== leadId) throw new Error('The lead is gone');
  const draws = await call(url, 'GET', `/api/events/${eventId}/raffles`);
  if (draws.length !== 1 || draws[0].number !== draw) throw new Error('The draw is gone');
}

async function expectPage(url, path, words) {
  const response = await fetch(url + path);
  const text = await response.text();
  if (response.status !== 200 || !text.toLowerCase().includes(words.toLowerCase())) {
    throw new Error(`${path}: ${response.status}, without ${words}`);
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
