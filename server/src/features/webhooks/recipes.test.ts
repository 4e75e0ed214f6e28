import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sign, writeSecret } from './rules.ts';

const recipes = join(import.meta.dirname, '../../../../deploy/recipes');
const key = randomBytes(32);
const WEBHOOK_SECRET = writeSecret(key);
const messageOf = (type: string, data: object = {}) => {
  const timestamp = new Date().toISOString();
  const ids = { id: crypto.randomUUID(), eventId: crypto.randomUUID() };
  const body = JSON.stringify({ type, timestamp, data: { ...ids, ...data } });
  return { body, headers: sign(crypto.randomUUID(), body, [randomBytes(32), key], new Date()) };
};

it('the recipe for Slack writes a message for each winner, and believes nobody else', async () => {
  const texts: unknown[] = [];
  let answer = 200;
  // Like Slack, it takes JSON with a text and nothing else, and answers "ok".
  const chat = createServer(async (request, response) => {
    const message = JSON.parse(Buffer.concat(await request.toArray()).toString());
    expect(request.headers['content-type']).toBe('application/json');
    expect(Object.keys(message)).toEqual(['text']);
    texts.push(message.text);
    response.writeHead(answer).end('ok');
  });
  await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
  const CHAT_URL = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/services/T/B/X`;
  const env = { ...process.env, WEBHOOK_SECRET, CHAT_URL, PORT: '0' };
  const program = spawn(process.execPath, [join(recipes, 'winner-to-slack.mjs')], { env });
  onTestFinished(() => {
    program.kill();
    chat.close();
    chat.closeAllConnections();
  });
  const [said] = await once(program.stdout, 'data');
  const url = `http://127.0.0.1:${String(said).match(/\d+/)?.[0]}/`;
  const send = async ({ body, headers }: ReturnType<typeof messageOf>) =>
    (await fetch(url, { method: 'POST', body, headers })).status;

  const winner = messageOf('winner.drawn', { name: 'Ada <!channel>', prizeName: 'Tea & cake' });
  expect(await send(winner)).toBe(200);
  expect(await send(messageOf('lead.created', { name: 'Grace' }))).toBe(200);
  expect(await send(messageOf('test'))).toBe(200);
  expect(await send({ ...winner, body: `${winner.body} ` })).toBe(401);
  answer = 500;
  expect(await send(messageOf('winner.drawn', { name: 'Grace', prizeName: null }))).toBe(502);
  expect(texts).toEqual([
    ':tada: Ada &lt;!channel&gt; has won Tea &amp; cake',
    ':tada: Grace has won the draw',
  ]);
});

it('the recipe for n8n passes on what we have signed, and nothing else', async () => {
  const written = await readFile(join(recipes, 'n8n-code-node.txt'), 'utf8');
  const code = written.replace('whsec_…', WEBHOOK_SECRET);
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const run = ({ body, headers }: { body: string; headers: object }) =>
    new AsyncFunction('$input', 'require', code).call(
      { helpers: { getBinaryDataBuffer: async () => Buffer.from(body) } },
      { first: () => ({ json: { headers } }) },
      createRequire(import.meta.url),
    );
  const lead = messageOf('lead.created', { name: 'Zoë' });
  expect(await run(lead)).toEqual([{ json: JSON.parse(lead.body) }]);
  await expect(run({ ...lead, body: `${lead.body} ` })).rejects.toThrow('signature');
  const headers = sign('1', lead.body, [key], new Date(Date.now() - 600_000));
  await expect(run({ ...lead, headers })).rejects.toThrow('too old');
});
