import { randomUUID } from 'node:crypto';
import { leadDetails } from '@drawbridge/contract/collecting/personal-data';
import { type AdminEvent, adminEvent, publicEvent } from '@drawbridge/contract/events/events';
import { prize, prizesLeft } from '@drawbridge/contract/raffle/prizes';
import { auditPage } from '@drawbridge/contract/team/audit';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startApi } from '../../test/world/api.ts';
import { createEvent, createPrize, submitLead } from '../../test/world/fixtures.ts';
import { saveConsentTexts } from '../events/consent.ts';

const api = await startApi();
afterAll(() => api.close());

const rules = randomUUID();
const topic = randomUUID();

/** Creates an event with an agreement, a choice and a prize. */
async function translatedEvent(fields: Record<string, unknown> = {}) {
  const { id } = await createEvent(api.admin, fields);
  const { id: prizeId } = await createPrize(api.admin, id, { name: 'Bicycle' });
  const response = await api.admin.send('PUT', `/api/events/${id}/questions`, {
    version: 1,
    questions: [
      { id: rules, kind: 'agreement', label: 'Rules', text: 'Be kind.' },
      { id: topic, kind: 'choice', label: 'Topic', choices: [{ id: 'boats', label: 'Boats' }] },
    ],
  });
  return { event: response.as(adminEvent), prizeId };
}

const put = (event: Pick<AdminEvent, 'id' | 'questionsVersion'>, texts: object) =>
  api.admin.send('PUT', `/api/events/${event.id}/translations`, {
    version: event.questionsVersion,
    ...texts,
  });

async function translate(event: AdminEvent, texts: object): Promise<AdminEvent> {
  const answer = await put(event, texts);
  expect(answer.status, answer.text).toBe(200);
  return answer.as(adminEvent);
}

const readShown = async (id: string) => (await api.anyone.get(`/api/events/${id}`)).as(publicEvent);
const heldOf = async (id: string) => (await api.admin.get(`/api/leads/${id}`)).as(leadDetails).held;

const german = {
  questions: {
    [rules]: { de: { label: 'Regeln', text: 'Sei nett.' } },
    [topic]: { de: { label: ' Thema ', help: ' ', choices: { boats: 'Boote', gone: 'Weg' } } },
  },
};

describe("an event's own texts in other languages", () => {
  it('leave an agreement as it was shown when one of them becomes its own', async () => {
    const { event } = await translatedEvent();
    const translated = await translate(event, german);
    const enter = async (id: string, version: number) =>
      submitLead(api.anyone, id, { answers: { [rules]: version }, language: 'de' });
    const before = await enter(event.id, 2);
    const copied = await api.admin.post('/api/events', {
      ...{ name: 'Messe', date: '2026-12-01', location: 'Bremen', status: 'active' },
      ...{ language: 'de', copyOf: event.id },
    });
    await api.admin.patch(`/api/events/${translated.id}`, { language: 'de' });
    for (const id of [event.id, copied.as(adminEvent).id]) {
      expect((await readShown(id)).questions[0]).toMatchObject({ text: 'Be kind.', version: 3 });
      const after = await enter(id, 3);
      expect((await heldOf(after.id)).answers[0]?.text).toBe('Be kind.');
    }
    expect((await heldOf(before.id)).answers[0]?.text).toBe('Sei nett.');
  });

  it('are shown with it, its questions and its prizes, and recorded', async () => {
    const { event, prizeId } = await translatedEvent({ languages: ['en', 'de', 'ar'] });
    const nasty = '<script>alert(1)</script>';
    const saved = await translate(event, {
      event: { de: { name: 'Hafenfest', consentNote: ' ' }, fr: { name: 'Fête' }, ar: {} },
      ...german,
      prizes: { [prizeId]: { de: { name: 'Fahrrad', description: nasty } } },
    });
    expect(saved.translations).toEqual({ de: { name: 'Hafenfest' }, fr: { name: 'Fête' } });
    const response = await readShown(event.id);
    // French is not offered.
    expect(response.translations).toEqual({ de: { name: 'Hafenfest' } });
    expect(response.questions.map(({ translations }) => translations)).toEqual([
      { de: { label: 'Regeln', text: 'Sei nett.' } },
      { de: { label: 'Thema', choices: { boats: 'Boote' } } },
    ]);
    const translations = { de: { name: 'Fahrrad', description: nasty } };
    const query = `?eventId=${event.id}`;
    const [listed] = (await api.anyone.get(`/api/prizes${query}`)).as(z.array(prize));
    const { first } = (await api.anyone.get(`/api/prizes/left${query}`)).as(prizesLeft);
    expect([listed, first[0]]).toMatchObject([{ translations }, { translations }]);
    const entries = (await api.admin.get(`/api/audit?limit=1`)).as(auditPage);
    expect(entries[0]).toMatchObject({
      kind: 'translations-changed',
      event: { id: event.id },
      details: { languages: 'de, fr' },
    });
    const [told] = await api.sql<{ kinds: string[] }[]>`
      select array_agg(kind order by kind) as kinds from live_messages
      where event_id = ${event.id} and kind in ('event', 'prizes')`;
    expect(told?.kinds).toEqual(expect.arrayContaining(['event', 'prizes']));

    // Questions that are saved again keep their translations. So does a copy, except for the name, which is another
    // one.
    const again = await api.admin.send('PUT', `/api/events/${event.id}/questions`, {
      version: saved.questionsVersion,
      questions: saved.questions.slice(1),
    });
    const topicIn = ({ questions }: AdminEvent) => questions.find(({ id }) => id === topic);
    expect(topicIn(again.as(adminEvent))?.translations).toMatchObject({ de: { label: 'Thema' } });
    const copy = await createEvent(api.admin, { name: 'Other', copyOf: event.id });
    expect(copy.translations).toEqual({ de: {}, fr: {} });
    expect(topicIn(copy)?.translations).toMatchObject({ de: { label: 'Thema' } });
  });

  it('are what an entry has agreed to, in the language and version that it was shown', async () => {
    const original = { consentNote: 'We call winners.', marketingText: 'Write to me.' };
    const { event } = await translatedEvent({ ...original, privacyText: 'Two weeks.' });
    const own = { consentNote: 'Wir rufen an.', marketingText: 'Schreibt mir.' };
    const first = await translate(event, { event: { de: own }, ...german });
    expect(first.consentVersion).not.toBe(event.consentVersion);
    const version = first.questions[0]?.version;
    expect(version).toBe(2);
    const same = await translate(first, { event: { de: own }, ...german });
    expect([same.consentVersion, same.questions[0]?.version]).toEqual([first.consentVersion, 2]);

    const { consentVersion, questionsVersion } = first;
    const page = { consentVersion, questionsVersion, marketing: true };
    const enter = (language: string | undefined) =>
      submitLead(api.anyone, event.id, { ...page, language, answers: { [rules]: version } });
    // Both texts change before the form is sent.
    const changed = await translate(same, {
      event: { de: { ...own, consentNote: 'Wir schreiben.' } },
      questions: { [rules]: { de: { text: 'Sei sehr nett.' } } },
    });
    expect(changed.consentVersion).not.toBe(first.consentVersion);
    // Translations that are not sent again are deleted.
    expect(changed.questions.find(({ id }) => id === topic)?.translations).toEqual({});
    const germanConsent = { note: own.consentNote, marketingText: own.marketingText };
    const englishConsent = { note: original.consentNote, marketingText: original.marketingText };
    for (const [language, consent, text] of [
      ['de', germanConsent, 'Sei nett.'],
      ['fr', englishConsent, 'Be kind.'],
      [undefined, englishConsent, 'Be kind.'],
    ] as const) {
      expect(await heldOf((await enter(language)).id)).toMatchObject({
        language: language ?? null,
        marketing: true,
        consent: { ...consent, privacyText: 'Two weeks.' },
        answers: [{ question: 'Rules', answer: 'yes (version 2)', text }],
      });
    }
    const late = await submitLead(api.anyone, event.id, {
      language: 'de',
      answers: { [rules]: 3 },
    });
    expect(await heldOf(late.id)).toMatchObject({
      consent: { note: 'Wir schreiben.' },
      answers: [{ answer: 'yes', text: 'Sei sehr nett.' }],
    });
    const file = await api.admin.post('/api/leads/export', {
      eventId: event.id,
      format: 'csv',
      details: true,
    });
    expect(file.text).toContain('Wir rufen an.');
    const unknown = { eventId: event.id, name: 'A B', phone: '07700900123', language: 'tlh' };
    expect((await api.anyone.post('/api/leads/public', unknown)).problem).toEqual([
      400,
      'Unknown language',
    ]);
  });

  it("keep the form's own sentence as it was in that language, whatever the catalogue says later", async () => {
    const { id } = await createEvent(api.admin);
    // Entries without a language were shown the English sentence.
    const enter = (language: string) =>
      submitLead(api.anyone, id, language === 'en' ? {} : { language });
    const noteOf = async (lead: { id: string }) => (await heldOf(lead.id)).consent?.note;
    for (const language of ['de', 'en']) {
      const catalogued = await noteOf(await enter(language));
      // Simulates an earlier catalogue.
      await api.sql`
        with earlier as (
          insert into consent_texts (hash, note, translations)
          values (sha256(${language}::bytea), 'Früherer Satz.', ${{ [language]: { note: 'Früherer Satz.' } }})
          returning id
        )
        update events set consent_id = earlier.id from earlier where events.id = ${id}`;
      const lead = await enter(language);
      await saveConsentTexts(api.sql);
      expect(await noteOf(lead)).toBe('Früherer Satz.');
      expect(await noteOf(await enter(language))).toBe(catalogued);
    }
  });
});
