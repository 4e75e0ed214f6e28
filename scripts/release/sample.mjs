// Writes a small backup with everything that an upgrade has to keep: leads of both kinds with answers, prizes, draws
// that were held, forfeited, voided and sealed, and a program's token, whose secret is beside it.
import { rmSync, writeFileSync } from 'node:fs';
import { call, logIn } from '../lib/api.mjs';
import { makeDataDirectory, runProgram, startServer } from '../lib/server-process.mjs';

const ACCOUNT = { username: 'admin', password: 'for-the-sample-only' };

/** Where the secret of a sample's token is. */
export const secretOf = (path) => path.replace(/\.tar\.gz$/, '.token');

export async function writeSample(path) {
  const data = await makeDataDirectory();
  const env = { DATA_DIR: data.path, ADMIN_PASSWORD: ACCOUNT.password };
  try {
    const server = await startServer({ env, showErrors: true });
    try {
      const secret = await fill(server.url);
      writeFileSync(secretOf(path), secret);
      rmSync(path, { force: true });
      const backup = runProgram('backup', { env, args: [path], showErrors: true });
      if ((await backup.ended) !== 0) throw new Error('The backup failed');
    } finally {
      await server.stop();
    }
  } finally {
    await data.remove();
  }
}

async function fill(url) {
  const { token } = await logIn(url, ACCOUNT);
  const anyone = (path, body) => call(url, 'POST', path, { body });
  const admin = (path, body) => call(url, 'POST', path, { body, token });
  const event = await admin('/api/events', {
    name: 'Harbour Fair',
    date: '2026-12-05',
    location: 'Hall 7',
    status: 'active',
  });
  const eventId = event.id;
  const [company, visits] = [crypto.randomUUID(), crypto.randomUUID()];
  const questions = [
    { id: company, kind: 'text', label: 'Company' },
    { id: visits, kind: 'rating', label: 'How do you like it?' },
  ];
  await call(url, 'PUT', `/api/events/${eventId}/questions`, {
    body: { version: 1, questions },
    token,
  });
  const currentPassword = ACCOUNT.password;
  const program = { name: 'Badge printer', scopes: ['leads:read'] };
  const { secret } = await admin('/api/tokens', { ...program, currentPassword });
  const prizes = [];
  for (const name of ['City bicycle', 'Weekend in Bath', 'Tea set']) {
    prizes.push(await admin('/api/prizes', { eventId, name }));
  }
  const leadIds = [];
  for (let n = 0; n < 12; n += 1) {
    const contact = { name: `Visitor ${n}`, phone: `+44 7700 90010${n % 10}` };
    const add = n % 4 === 3 ? admin : anyone;
    const path = add === admin ? '/api/leads' : '/api/leads/public';
    const email = n % 3 === 0 ? null : `visitor${n}@example.org`;
    const answers = { [company]: `Company ${n}`, [visits]: (n % 5) + 1 };
    leadIds.push((await add(path, { eventId, email, answers, ...contact })).id);
  }
  await admin('/api/leads/bulk-verify', { leadIds: leadIds.slice(0, 10) });
  const raffle = (call, body) => admin(`/api/events/${eventId}/${call}`, body);
  const [bicycle, weekend, tea] = prizes.map(({ id }) => id);
  await raffle('draw-winner', { prizeId: bicycle, phrase: '' });
  await raffle('draws/1/forfeit', { reason: 'Not present' });
  await raffle('draw-winner', { prizeId: bicycle, phrase: 'harbour lights' });
  await raffle('seal', { prizeId: weekend });
  await raffle('void', { reason: 'Wrong prize' });
  await raffle('draw-winner', { prizeId: weekend, phrase: '' });
  await raffle('seal', { prizeId: tea });
  return secret;
}
