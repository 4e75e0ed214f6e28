import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { mailQueued, mailStatus, winnerMail, winnerMailInput } from '../mail.ts';

export const mailCalls = defineCalls(
  {
    room: 'outreach',
    allowedFor: 'administrators',
    tokenScope: 'none',
    eventScope: 'named',
    changes: 'none',
  },
  {
    getMailStatus: {
      route: 'GET /api/mail',
      summary:
        'The status of mail: whether it is on, and the number of waiting and failed messages',
      eventScope: 'none',
      responses: { 200: mailStatus },
    },
    testMail: {
      route: 'POST /api/mail/test',
      summary: 'Send a test mail to your own address',
      eventScope: 'none',
      responses: { 202: mailQueued },
      problems: ['mail-off', 'email-missing'],
      audit: 'mail-tested',
    },
    mailLogInLink: {
      route: 'POST /api/mail/login-links/:volunteerId',
      summary: 'Send a login link to a volunteer; it works once, within a day',
      responses: { 202: mailQueued },
      problems: ['mail-off', 'email-missing'],
      audit: 'login-link-mailed',
    },
    getWinnerMails: {
      route: 'GET /api/events/:eventId/winners/mail',
      summary: 'The status of the mail to winners in the last month',
      responses: { 200: z.array(winnerMail) },
    },
    mailWinner: {
      route: 'POST /api/events/:eventId/draws/:number/mail',
      summary: 'Notify a winner by mail, in their language',
      body: winnerMailInput,
      responses: { 202: mailQueued },
      problems: [
        'mail-off',
        'already-forfeited',
        'email-missing',
        'email-changed',
        'mail-unsubscribed',
        'mail-sent-already',
      ],
      audit: 'winner-mailed',
    },
  },
);
