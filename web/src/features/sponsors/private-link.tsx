import { sponsorPath } from '@drawbridge/contract/pages';
import { type Sharing, SPONSOR_PASSWORD_MIN } from '@drawbridge/contract/sponsor-pages';
import type { Sponsor } from '@drawbridge/contract/sponsors';
import { Link2, Link2Off } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '../../lib/day-formats.ts';
import { formatMoment } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyField } from '../../ui/copy-button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { usePublicOrigin } from '../sharing/public-origin.ts';
import { useMakeLink, useRevokeLink } from './api.ts';

interface PrivateLinkProps {
  sponsor: Sponsor;
  sharing: Sharing;
}

/** The address at which a sponsor sees its leads. It is shown once, when it is made. */
export function PrivateLink({ sponsor, sharing }: PrivateLinkProps) {
  const { link, endsOn } = sharing;
  const make = useMakeLink(sponsor.id);
  const revoke = useRevokeLink(sponsor.id);
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
          ? `Made ${formatMoment(link.madeAt)}${link.hasPassword ? ', with a password' : ''}. ${
              endsOn
                ? `It ends on ${formatDay(endsOn)}, with the leads.`
                : 'It works until you revoke it.'
            }`
          : `Whoever has it sees the leads that are shared with ${sponsor.name}, and nothing else.`}
      </p>
      {address && link && (
        <>
          <CopyField
            label="Private link"
            value={address}
            copied={`Send it to ${sponsor.name} alone`}
          />
          <p className="text-sm">Copy it now: it is not shown again, and nobody can look it up.</p>
        </>
      )}
      <Field
        label="Password (Optional)"
        hint={`At least ${SPONSOR_PASSWORD_MIN} characters. ${
          link ? 'For a new link.' : 'Tell them separately from the link.'
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
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button pending={make.isPending} onClick={askOrMake}>
          <Link2 aria-hidden />
          {link ? 'New link' : 'Make the link'}
        </Button>
        {link && (
          <Button variant="danger" pending={revoke.isPending} onClick={() => setAsking('revoke')}>
            <Link2Off aria-hidden />
            Revoke
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={asking === 'renew' ? 'Make a new link?' : 'Revoke the link?'}
          description={`${sponsor.name} can no longer use the one they have.`}
          confirmLabel={asking === 'renew' ? 'Make a new link' : 'Revoke'}
          pending={make.isPending || revoke.isPending}
          onConfirm={() => {
            if (asking === 'renew') return makeLink();
            revoke.mutate(undefined, {
              onSuccess: () => make.reset(),
              onSettled: () => setAsking(undefined),
            });
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  );
}
