// The checks for a freshly installed package or image, through HTTP.
import { setTimeout as delay } from 'node:timers/promises';
import { call, logIn } from './api.mjs';

export const PASSWORD = 'smoke-test-password';
const ACCOUNT = { username: 'admin', password: PASSWORD };
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

/** Logs in, creates an event, enters its raffle and loads the pages. Returns the data that must survive a restart. */
export async function useServer(url) {
  const { token } = await logIn(url, ACCOUNT);
  const event = await call(url, 'POST', '/api/events', {
    token,
    body: { name: 'Smoke Test Fair', date: '2030-01-31', location: 'Hall 7' },
  });
  const contact = { name: 'Rosa Field', phone: '+44 7700 900123', email: 'rosa@example.org' };
  const body = { eventId: event.id, ...contact };
  const lead = await call(url, 'POST', '/api/leads/public', { body });
  await expectPage(url, '/login', '<div id="root">');
  await expectPage(url, `/event/${event.id}/submit`, 'Smoke Test Fair');
  await expectPage(url, '/api/docs', '<!DOCTYPE html>');
  return { eventId: event.id, leadId: lead.id };
}

export async function expectKept(url, { eventId, leadId }) {
  const { token } = await logIn(url, ACCOUNT);
  const leads = await call(url, 'GET', `/api/leads?eventId=${eventId}`, { token });
  if (leads.length !== 1 || leads[0].id !== leadId) throw new Error('The lead is gone');
}

async function expectPage(url, path, words) {
  const response = await fetch(url + path);
  const text = await response.text();
  if (response.status !== 200 || !text.toLowerCase().includes(words.toLowerCase())) {
    throw new Error(`${path}: ${response.status}, without ${words}`);
  }
}
