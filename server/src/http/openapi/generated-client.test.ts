import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { adminLead } from '@drawbridge/contract/collecting/leads';
import { leadDetails } from '@drawbridge/contract/collecting/personal-data';
import { adminEvent } from '@drawbridge/contract/events/events';
import { createClient } from '@hey-api/openapi-ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newProgram } from '../../test/checks/callers.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { eventBody, newContact } from '../../test/world/fixtures.ts';

/** A call of the generated client. */
type Call = (options: {
  path?: object;
  query?: object;
  body?: object;
}) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
type Sdk = Record<string, Call>;

// Generating and compiling the client takes several seconds. Other tests check the description from which it is
// generated.
describe.runIf(process.env.THOROUGH)('the generated client', () => {
  let api: TestApi;
  let directory: string;
  let sdk: Sdk;
  beforeAll(async () => {
    api = await startApi();
    directory = await mkdtemp(join(tmpdir(), 'generated-client-'));
    const description = join(directory, 'openapi.json');
    // The generator's filter keeps messages to webhooks, but not their schemas.
    const { webhooks: _, ...calls } = (await api.anyone.get('/api/openapi.json')).json<
      Record<string, unknown>
    >();
    await writeFile(description, JSON.stringify(calls));
    await createClient({
      input: description,
      output: { path: join(directory, 'client'), tsConfigPath: null },
      // The parts that programs use most; all of them would take several times as long.
      parser: { filters: { tags: { include: ['events', 'collecting'] }, orphans: false } },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent' },
    });
    sdk = await import(/* @vite-ignore */ join(directory, 'client', 'sdk.gen.ts'));
    const { client } = await import(/* @vite-ignore */ join(directory, 'client', 'client.gen.ts'));
    const { token } = await newProgram(api, [
      'leads:read',
      'leads:write',
      'events:read',
      'events:write',
    ]);
    client.setConfig({
      baseUrl: api.anyone.url,
      auth: token,
      headers: { accept: 'application/json, application/problem+json' },
    });
  });
  afterAll(async () => {
    await api.close();
    await rm(directory, { recursive: true, force: true });
  });

  const call = async (name: string, options: Parameters<Call>[0] = {}) => {
    const made = sdk[name];
    if (!made) throw new Error(`The client has no ${name}: ${Object.keys(sdk)}`);
    return made(options);
  };

  it('is generated with types that hold', async () => {
    const tsc = join(import.meta.dirname, '../../../../node_modules/.bin/tsc');
    const files = join(directory, 'client', 'index.ts');
    const options = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,dom.iterable',
    ];
    const resolution = ['--module', 'preserve', '--types', ''];
    const checked = promisify(execFile)(tsc, [...options, ...resolution, files], {
      cwd: directory,
    });
    await expect(checked).resolves.toMatchObject({ stdout: '' });
  });

  it('carries a lead through its whole life', async () => {
    const created = await call('createEvent', { body: eventBody() });
    const event = adminEvent.parse(created.data);
    const questionId = crypto.randomUUID();
    const response = await call('replaceEventQuestions', {
      path: { eventId: event.id },
      body: { version: 1, questions: [{ id: questionId, kind: 'text', label: 'Company' }] },
    });
    const { questionsVersion } = adminEvent.parse(response.data);

    const contact = newContact();
    const answers = { [questionId]: 'Harbour Traders' };
    const added = await call('createLead', {
      body: { eventId: event.id, ...contact, answers, questionsVersion },
    });
    expect(added.response.status).toBe(201);
    const { id: leadId } = adminLead.parse(added.data);

    const read = leadDetails.parse((await call('getLead', { path: { leadId } })).data);
    expect(read.lead).toMatchObject({ name: contact.name, answers });

    const changed = await call('updateLead', { path: { leadId }, body: { name: 'Ada Lovelace' } });
    expect(adminLead.parse(changed.data)).toMatchObject({ id: leadId, name: 'Ada Lovelace' });

    const list = async (query: object) => {
      const { data } = await call('getLeads', { query: { eventId: event.id, ...query } });
      return z.array(adminLead).parse(data);
    };
    expect((await list({ q: 'lovelace', status: 'pending' })).map((lead) => lead.id)).toEqual([
      leadId,
    ]);
    expect(await list({ status: 'verified' })).toEqual([]);
    expect((await call('countLeads', { query: { eventId: event.id } })).data).toMatchObject({
      pending: 1,
    });

    const file = await call('exportLeadFile', {
      body: { eventId: event.id, format: 'csv', details: true },
    });
    expect(file.data).toContain('Ada Lovelace');
    expect(file.data).toContain('Harbour Traders');
    const workbook = await call('exportLeadFile', { body: { eventId: event.id, format: 'xlsx' } });
    expect(workbook.data).toBeInstanceOf(Blob);

    expect((await call('deleteLead', { path: { leadId } })).error).toBeUndefined();
    expect(await list({})).toEqual([]);
  });

  it('reads a refusal as a problem with a code', async () => {
    const missing = await call('getLead', { path: { leadId: crypto.randomUUID() } });
    expect(missing.data).toBeUndefined();
    expect(missing.error).toMatchObject({ status: 404, code: 'lead-not-found' });
    const empty = await call('createLead', { body: { eventId: crypto.randomUUID() } });
    expect(empty.error).toMatchObject({ status: 400, code: 'invalid-input' });
    const forbidden = await call('verifyLeads', { body: { leadIds: [crypto.randomUUID()] } });
    expect(forbidden.error).toMatchObject({ status: 403, code: 'not-for-tokens' });
  });
});
