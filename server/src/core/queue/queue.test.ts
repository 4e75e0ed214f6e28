import { newWebhook } from '@drawbridge/contract/outreach/webhooks';
import { expect, it, vi } from 'vitest';
import { createLog } from '../../log.ts';
import { mailSettings, startMailServer } from '../../test/fakes/mail-server.ts';
import { LONG_TIMEOUT } from '../../test/fakes/until-blocked.ts';
import { ADMIN } from '../../test/world/accounts.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent, submitLead } from '../../test/world/fixtures.ts';

const WARN = 40;

it('messages that fail are one warning an hour for each kind, and at debug all that happens, without addresses', async () => {
  // The mail server quotes the recipient's address when it refuses mail for now.
  const post = await startMailServer({ refuse: (to) => `450 ${to} is busy` });
  const lines: { level: number; msg: string }[] = [];
  const log = createLog('debug', { write: (line) => lines.push(JSON.parse(line)) });
  const api = await startApi({ WEBHOOKS_TO_PRIVATE: 'on', ...mailSettings(post.url) }, log);
  const webhook = { url: 'http://127.0.0.1:1/secret-path', kinds: ['lead.created'] };
  const added = await api.admin.post('/api/webhooks', {
    ...webhook,
    currentPassword: ADMIN.password,
  });
  added.as(newWebhook);
  const { id: eventId } = await createEvent(api.admin, { receipts: true });
  for (const email of ['rosa@example.org', 'noor@example.org']) {
    await submitLead(api.anyone, eventId, { email });
  }
  const linesWith = (msg: string) => lines.filter((line) => line.msg === msg);
  for (const kind of ['mail', 'webhook']) {
    await vi.waitFor(
      () => expect(linesWith(`${kind}: failed`).length).toBeGreaterThan(1),
      LONG_TIMEOUT,
    );
    expect(linesWith(`${kind}: taken from the queue`).length).toBeGreaterThan(1);
  }
  await api.close();
  await post.close();
  expect(linesWith('queue: leads written').length).toBeGreaterThan(0);
  const warnings = lines.filter(({ level }) => level === WARN);
  expect(warnings.sort((a, b) => a.msg.localeCompare(b.msg))).toMatchObject([
    { msg: 'mail cannot be sent, and is tried again', because: 'EENVELOPE RCPT TO 450' },
    {
      msg: 'the receiver of a webhook fails, and is told again later',
      host: '127.0.0.1:1',
      because: expect.stringContaining('ECONNREFUSED'),
    },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/@example\.org|secret-path/);
});
