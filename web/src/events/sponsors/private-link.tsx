import { sponsorPath } from '@drawbridge/contract/core/pages';
import type { Sponsor } from '@drawbridge/contract/events/sponsors';
import { type Sharing, SPONSOR_PASSWORD_MIN } from '@drawbridge/contract/outreach/sponsor-pages';
import { Link2, Link2Off } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { formatDay } from '../../lib/texts/day-formats.ts';
import { formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
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
    failure: say('Failed to create the link'),
    changes,
  });
  const revoke = useApiMutation({
    send: () => api.delete('/api/sponsors/:sponsorId/link', { params }),
    success: { title: say('Link revoked') },
    failure: say('Failed to revoke the link'),
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
    <section aria-label={say('Private link')} className="flex flex-col gap-3">
      <h3 className="text-lg">{say('Private link')}</h3>
      <p className="text-ink-2 text-sm">
        {link
          ? [
              link.hasPassword
                ? say('Created {moment}, with a password.', {
                    moment: formatTimestamp(link.createdAt),
                  })
                : say('Created {moment}.', { moment: formatTimestamp(link.createdAt) }),
              endsOn
                ? say('It expires on {day}, when the leads are erased.', { day: formatDay(endsOn) })
                : say('It works until you revoke it.'),
            ].join(' ')
          : say('Anyone with this link can see the leads shared with {name}.', {
              name: sponsor.name ?? '',
            })}
      </p>
      {address && link && (
        <>
          <CopyField
            label={say('Private link')}
            value={address}
            copied={say('Send it only to {name}', { name: sponsor.name ?? '' })}
          />
          <p className="text-sm">{say('Copy it now. It is not shown again.')}</p>
        </>
      )}
      <Field
        label={say('Password (Optional)')}
        hint={[
          say('At least {min} characters.', { min: SPONSOR_PASSWORD_MIN }),
          link ? say('Applies to a new link.') : say('Tell them separately from the link.'),
        ].join(' ')}
        error={
          tooShort
            ? say('Password must be at least {min} characters', {
                min: SPONSOR_PASSWORD_MIN,
              })
            : undefined
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
              {asking === 'renew' ? say('Create a new link?') : say('Revoke the link?')}
            </span>{' '}
            {asking === 'renew'
              ? say('{name} can no longer use the current link.', { name: sponsor.name ?? '' })
              : say('{name} can no longer use the current link, and their notes are erased.', {
                  name: sponsor.name ?? '',
                })}
          </p>
          <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
            {asking === 'renew' ? (
              <Button icon={Link2} pending={make.isPending} onClick={makeLink}>
                {say('Create a new link')}
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
                {say('Revoke it')}
              </Button>
            )}
            <Button variant="quiet" onClick={() => setAsking(undefined)}>
              {say('Keep it')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
          <Button icon={Link2} pending={make.isPending} onClick={askOrMake}>
            {link ? say('New link') : say('Create the link')}
          </Button>
          {link && (
            <Button icon={Link2Off} variant="danger" onClick={() => setAsking('revoke')}>
              {say('Revoke')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
