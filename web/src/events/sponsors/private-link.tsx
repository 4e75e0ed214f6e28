import { sponsorPath } from '@drawbridge/contract/core/pages';
import type { Sponsor } from '@drawbridge/contract/events/sponsors';
import { type Sharing, SPONSOR_PASSWORD_MIN } from '@drawbridge/contract/outreach/sponsor-pages';
import { Link2, Link2Off } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { formatDay } from '../../lib/texts/day-formats.ts';
import { formatMoment } from '../../lib/texts/formats.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-button.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { usePublicOrigin } from '../sharing/public-origin.ts';

/** The link with which a sponsor sees its leads. It is shown once, when it is created. */
export function PrivateLink({ sponsor, sharing }: { sponsor: Sponsor; sharing: Sharing }) {
  const { link, endsOn } = sharing;
  const params = { sponsorId: sponsor.id };
  const changes = ['/api/sponsors/sharing'];
  const make = useApiMutation({
    send: (typed: string) =>
      api.post('/api/sponsors/:sponsorId/link', { params, body: { password: typed || null } }),
    failure: 'Failed to create the link',
    changes,
  });
  const revoke = useApiMutation({
    send: () => api.delete('/api/sponsors/:sponsorId/link', { params }),
    success: { title: 'Link revoked' },
    failure: 'Failed to revoke the link',
    changes,
  });
  const [password, setPassword] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const [asking, setAsking] = useState<'renew' | 'revoke'>();
  const origin = usePublicOrigin();
  const makeLink = () =>
    make.mutate(password, {
      onSuccess: () => setPassword(''),
      onSettled: () => setAsking(undefined),
    });
  const askOrMake = () => {
    const isShort = password !== '' && password.length < SPONSOR_PASSWORD_MIN;
    setTooShort(isShort);
    if (isShort) return;
    if (link) setAsking('renew');
    else makeLink();
  };
  const address = make.data && origin && origin + sponsorPath(make.data.secret);

  return (
    <section aria-label="Private link" className="flex flex-col gap-3">
      <h3 className="text-lg">Private link</h3>
      <p className="text-ink-2 text-sm">
        {link
          ? `Created ${formatMoment(link.createdAt)}${link.hasPassword ? ', with a password' : ''}. ${
              endsOn
                ? `It expires on ${formatDay(endsOn)}, when the leads are erased.`
                : 'It works until you revoke it.'
            }`
          : `Anyone with this link can see the leads shared with ${sponsor.name}.`}
      </p>
      {address && link && (
        <>
          <CopyField
            label="Private link"
            value={address}
            copied={`Send it only to ${sponsor.name}`}
          />
          <p className="text-sm">Copy it now. It is not shown again.</p>
        </>
      )}
      <Field
        label="Password (Optional)"
        hint={`At least ${SPONSOR_PASSWORD_MIN} characters. ${
          link ? 'Applies to a new link.' : 'Tell them separately from the link.'
        }`}
        error={
          tooShort ? `Password must be at least ${SPONSOR_PASSWORD_MIN} characters` : undefined
        }
      >
        <Input
          value={password}
          autoComplete="off"
          onChange={({ target }) => {
            setPassword(target.value);
            setTooShort(false);
          }}
        />
      </Field>
      {asking ? (
        // The question is inline, because this is already inside a dialog.
        <div role="alert" className="flex flex-col gap-3 rounded-m border bg-sunk p-4">
          <p>
            <span className="font-semibold">
              {asking === 'renew' ? 'Create a new link?' : 'Revoke the link?'}
            </span>{' '}
            {sponsor.name} can no longer use the current link
            {asking === 'revoke' && ', and their notes are erased'}.
          </p>
          <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
            {asking === 'renew' ? (
              <Button icon={Link2} pending={make.isPending} onClick={makeLink}>
                Create a new link
              </Button>
            ) : (
              <Button
                icon={Link2Off}
                variant="danger"
                pending={revoke.isPending}
                onClick={() =>
                  revoke.mutate(undefined, {
                    onSuccess: () => make.reset(),
                    onSettled: () => setAsking(undefined),
                  })
                }
              >
                Revoke it
              </Button>
            )}
            <Button variant="quiet" onClick={() => setAsking(undefined)}>
              Keep it
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
          <Button icon={Link2} pending={make.isPending} onClick={askOrMake}>
            {link ? 'New link' : 'Create the link'}
          </Button>
          {link && (
            <Button icon={Link2Off} variant="danger" onClick={() => setAsking('revoke')}>
              Revoke
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
