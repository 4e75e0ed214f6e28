import { sharingCalls } from '@drawbridge/contract/outreach/calls/sponsor-pages';
import { feature } from '../../core/feature.ts';
import { orProblem, succeed, unwrap } from '../../errors.ts';
import { requireEvent } from '../../events/events/store.ts';
import { createToken, hashPassword } from '../../login/auth/secrets.ts';
import { changeSharing, listSharing, replaceLink } from './sharing-store.ts';
import { findSponsor, readReport } from './store.ts';

export const sharing = feature(sharingCalls, ({ db }) => ({
  getSponsorsSharing: async ({ query: { eventId } }) => {
    await requireEvent(db, eventId);
    return listSharing(db, eventId);
  },
  replaceSponsorSharing: async ({ params: { sponsorId }, body, change }) => {
    const sponsor = await change(
      (tx) => changeSharing(tx, sponsorId, body),
      ({ id, name, eventId }) => ({
        eventId,
        subject: { id, name },
        details: { asked: String(body.asked), questions: body.questions.length },
      }),
    );
    return sponsor.sharing;
  },
  createSponsorLink: async ({ params: { sponsorId }, body, change }) => {
    const secret = createToken();
    const passwordHash = body.password === null ? null : await hashPassword(body.password);
    // A repeated request gets the first secret.
    return change(
      async (tx, { id: createdBy }) => {
        const sponsor = unwrap(
          await replaceLink(tx, sponsorId, { secret, passwordHash, createdBy }),
        );
        return succeed({ ...sponsor, secret });
      },
      ({ id, name, eventId }) => ({
        eventId,
        subject: { id, name },
        details: { password: passwordHash ? 'yes' : 'no' },
      }),
    );
  },
  deleteSponsorLink: ({ params: { sponsorId }, change }) =>
    change((tx) => replaceLink(tx, sponsorId, undefined)),
  getSponsorReport: async ({ params: { sponsorId } }) => {
    const sponsor = orProblem(await findSponsor(db, sponsorId), 'sponsor-not-found');
    return readReport(db, sponsor);
  },
}));
