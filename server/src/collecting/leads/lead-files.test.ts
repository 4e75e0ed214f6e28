import { fileLayouts } from '@drawbridge/contract/collecting/layouts';
import { adminEvent } from '@drawbridge/contract/events/events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { createEvent, submitLead } from '../../test/world/fixtures.ts';

let api: TestApi;
let eventId: string;
beforeAll(async () => {
  api = await startApi();
  const event = await createEvent(api.admin, {
    name: 'Harbour Fair',
    marketingText: 'Write to me',
  });
  eventId = event.id;
  const questions = [
    { id: crypto.randomUUID(), kind: 'text', label: 'Where do you work?', meaning: 'company' },
    { id: crypto.randomUUID(), kind: 'text', label: 'As what?', meaning: 'jobTitle' },
  ] as const;
  const response = await api.admin.send('PUT', `/api/events/${eventId}/questions`, {
    version: event.questionsVersion,
    questions,
  });
  expect(response.as(adminEvent).questions).toHaveLength(2);
  const answers = { [questions[0].id]: 'Müller, Söhne & "Co"', [questions[1].id]: '=Engineer' };
  await submitLead(api.anyone, eventId, {
    name: 'Ada King Lovelace',
    phone: '07400 123456',
    email: 'ada@example.com',
    answers,
    marketing: true,
  });
  await submitLead(api.anyone, eventId, {
    name: 'Björk',
    phone: '+354 611 1234',
    email: null,
    marketing: false,
  });
});
afterAll(() => api.close());

const save = async (layout: string) => {
  const body = { eventId, sort: 'oldest', format: 'csv', layout };
  const { headers, text } = await api.admin.post('/api/leads/export', body);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return text.split('\r\n');
};

it('has the headers that HubSpot maps by itself, without the mark for Excel', async () => {
  expect(await save('hubspot')).toEqual([
    '"First name","Last name","Email","Phone number","Company name","Job title","Website URL","Postal code","Country/Region"',
    `"Ada King","Lovelace","ada@example.com","+447400123456","Müller, Söhne & ""Co""","'=Engineer","","",""`,
    '"","Björk","","+3546111234","","","","",""',
  ]);
});

it('has what Salesforce requires of every lead', async () => {
  expect(await save('salesforce')).toEqual([
    '"First Name","Last Name","Company","Title","Email","Phone","Website","Postal Code","Country","Lead Source","Description","Email Opt Out"',
    `"Ada King","Lovelace","Müller, Söhne & ""Co""","'=Engineer","ada@example.com","+447400123456","","","","Trade Show","Harbour Fair","0"`,
    '"","Björk","[not provided]","","","+3546111234","","","","Trade Show","Harbour Fair","1"',
  ]);
});

it('is a workbook, too, and there is no other layout', async () => {
  for (const layout of Object.keys(fileLayouts)) {
    const body = { eventId, format: 'xlsx', layout };
    expect((await api.admin.post('/api/leads/export', body)).status).toBe(200);
  }
  const body = { eventId, format: 'csv', layout: 'pipedrive' };
  expect((await api.admin.post('/api/leads/export', body)).problem).toEqual([
    400,
    'There is no such layout',
  ]);
});
