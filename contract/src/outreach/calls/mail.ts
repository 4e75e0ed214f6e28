import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { mailQueued, mailStatus, winnerMail, winnerMailInput } from '../mail.ts';

export const mailCalls = defineCalls(
  { room: 'outreach', who: 'administrators', tokens: 'none', limited: 'named', changes: 'none' },
  {
    getMailStatus: {
      route: 'GET /api/mail',
      summary: 'Whether mail is on, what waits, and what could not be sent',
      limited: 'none',
      answers: { 200: mailStatus },
    },
    testMail: {
      route: 'POST /api/mail/test',
      summary: 'Send a test to your own address',
      limited: 'none',
      answers: { 202: mailQueued },
      problems: ['mail-off', 'email-missing'],
      audit: 'mail-tested',
    },
    mailLogInLink: {
      route: 'POST /api/mail/log-in-links/:volunteerId',
      summary: 'Send a volunteer a link to log in with, which works once within a day',
      answers: { 202: mailQueued },
      problems: ['mail-off', 'email-missing'],
      audit: 'login-link-mailed',
    },
    getWinnerMails: {
      route: 'GET /api/events/:eventId/winners/mail',
      summary: 'What became of the mail to the winners, within a month',
      answers: { 200: z.array(winnerMail) },
    },
    mailWinner: {
      route: 'POST /api/events/:eventId/draws/:number/mail',
      summary: 'Tell a winner by mail, in their language, that they have won',
      body: winnerMailInput,
      answers: { 202: mailQueued },
      problems: [
        'mail-off',
        'already-forfeited',
        'email-missing',
        'email-changed',
        'mail-stopped',
        'mail-sent-already',
      ],
      audit: 'winner-mailed',
    },
  },
);
