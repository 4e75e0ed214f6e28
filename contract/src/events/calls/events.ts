import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { deleted } from '../../core/ids.ts';
import { passwordConfirmation } from '../../login/auth.ts';
import { adminEvent, eventChange, eventInput, publicEvent, translationsInput } from '../events.ts';
import { PICTURE_URL_LENGTH } from '../pictures.ts';
import { answerCounts, questionsInput } from '../questions/schemas.ts';

/** Problems of an event's fields that only the database can detect. */
const refusedFields = ['language-not-offered', 'time-zone-unknown', 'question-full'] as const;
/** The size of all questions with all choices and texts, in any script. */
const QUESTIONS_BYTES = 1024 * 1024;
/** The size of an event with its two pictures. */
const EVENT_BYTES = 64 * 1024 + 2 * PICTURE_URL_LENGTH;

/** The confirmed day, and the number of leads that the person has seen. */
const erasureConfirmation = passwordConfirmation
  .extend({
    day: z.iso
      .date('Invalid date')
      .describe("The `day` of the event's `erasure`, as you have seen it: `2026-12-05`."),
    leads: z
      .int()
      .describe(
        'The `leadCount` that you have seen; if there are more leads now, nothing is confirmed.',
      ),
  })
  .meta({ id: 'ErasureConfirmation' });

export const eventCalls = defineCalls(
  {
    room: 'events',
    allowedFor: 'administrators',
    tokenScope: 'events',
    eventScope: 'named',
    changes: 'event',
  },
  {
    getEvents: {
      route: 'GET /api/events',
      summary: 'All events for administrators, the assigned ones for volunteers',
      allowedFor: 'users',
      eventScope: 'filtered for tokens too',
      responses: { 200: z.union([z.array(adminEvent), z.array(publicEvent)]) },
    },
    getEvent: {
      route: 'GET /api/events/:eventId',
      summary: 'One event; only administrators get its figures',
      allowedFor: 'anyone',
      responses: { 200: z.union([adminEvent, publicEvent]) },
    },
    createEvent: {
      route: 'POST /api/events',
      summary: 'Create an event',
      eventScope: 'none',
      body: eventInput,
      maxBytes: EVENT_BYTES,
      responses: { 201: adminEvent },
      problems: [
        'event-not-found',
        'publishing-needs-person',
        'chances-need-person',
        'mail-off',
        ...refusedFields,
      ],
      audit: 'event-created',
      changes: 'none',
    },
    updateEvent: {
      route: 'PATCH /api/events/:eventId',
      summary: 'Change an event',
      description:
        'If its erasure day becomes earlier, leads are erased only after `erasure` is confirmed. Tokens cannot ' +
        'set `winnerDisplay` to `full` or change `maxChances`.',
      body: eventChange,
      maxBytes: EVENT_BYTES,
      responses: { 200: adminEvent },
      problems: [
        'publishing-needs-person',
        'chances-need-person',
        'country-fixed',
        'draw-sealed',
        'mail-off',
        ...refusedFields,
      ],
      audit: 'event-changed',
      changes: ['event', 'leads'],
    },
    confirmErasure: {
      route: 'POST /api/events/:eventId/erasure',
      summary:
        'Confirm the new erasure day of an event; leads are erased after 24 hours at the earliest',
      tokenScope: 'none',
      eventScope: 'none',
      description: 'Refused if the event now has another erasure `day` or more `leads`.',
      body: erasureConfirmation,
      confirmed: true,
      responses: { 200: adminEvent },
      problems: ['erasure-not-waiting', 'erasure-changed'],
      audit: 'erasure-confirmed',
      changes: 'none',
    },
    deleteEvent: {
      route: 'DELETE /api/events/:eventId',
      summary: 'Delete an event and everything that belongs to it',
      // Deleting an event deletes its leads as well.
      tokenScope: 'none',
      // Event administrators cannot create events, so they cannot delete them either. They can archive theirs.
      eventScope: 'none',
      responses: { 200: deleted },
      audit: 'event-deleted',
      changes: 'event deleted',
    },
  },
);

export const questionCalls = defineCalls(
  {
    room: 'events',
    allowedFor: 'administrators',
    tokenScope: 'events',
    eventScope: 'named',
    changes: 'event',
  },
  {
    replaceEventQuestions: {
      route: 'PUT /api/events/:eventId/questions',
      summary: 'Replace the questions of an event',
      description:
        'Missing questions and choices are archived: they are no longer asked, and their answers ' +
        'stay. The new text of an agreement is a new version of it.',
      body: questionsInput,
      maxBytes: QUESTIONS_BYTES,
      responses: { 200: adminEvent },
      problems: [
        'questions-changed',
        'question-kind-fixed',
        'questions-full',
        'question-full',
        'sponsor-not-found',
        'publishing-needs-person',
      ],
      audit: 'questions-changed',
      changes: 'leads',
    },
    replaceEventTranslations: {
      route: 'PUT /api/events/:eventId/translations',
      summary: "Replace the translations of an event's texts, questions and prizes",
      description: 'Another translation of an agreement is a new version of it.',
      body: translationsInput,
      maxBytes: QUESTIONS_BYTES,
      responses: { 200: adminEvent },
      problems: [
        'questions-changed',
        'prizes-changed',
        'question-full',
        'prize-name-fixed',
        'translation-not-needed',
        'publishing-needs-person',
      ],
      audit: 'translations-changed',
      changes: ['event', 'prizes'],
    },
    getEventAnswers: {
      route: 'GET /api/events/:eventId/answers',
      summary: 'The number of leads per answer',
      responses: { 200: answerCounts },
    },
  },
);
