import type { AdminEvent } from '@drawbridge/contract/events';
import { questionNames } from '@drawbridge/contract/lead-values';
import { sponsorPath, sponsorReportPath } from '@drawbridge/contract/pages';
import { type Sharing, SPONSOR_PASSWORD_MIN } from '@drawbridge/contract/sponsor-pages';
import type { Sponsor } from '@drawbridge/contract/sponsors';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Link2, Link2Off } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '../../lib/day-formats.ts';
import { formatCount, formatMoment } from '../../lib/formats.ts';
import { usePublicOrigin } from '../../shared/public-origin.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyField } from '../../ui/copy-button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { Tick } from '../../ui/tick.tsx';
import { prizesQuery, useChangeSharing, useMakeLink, useRevokeLink } from './api.ts';

/** What the organiser wants to know of a sponsor at a glance. */
export function summaryOf({ asked, agreed, link }: Sharing): string {
  const parts = [
    agreed > 0 ? `${formatCount(agreed)} shared` : asked && 'asked on the form',
    link && (link.viewedAt ? `last viewed ${formatMoment(link.viewedAt)}` : 'not viewed yet'),
  ];
  return parts.filter(Boolean).join(' · ') || 'Not on the form yet';
}

interface SponsorSharingProps {
  sponsor: Sponsor;
  event: AdminEvent;
  sharing: Sharing;
}

/** Whether people are asked to share their details with a sponsor, what it sees of them, and its private link. */
export function SponsorSharing({ sponsor, event, sharing }: SponsorSharingProps) {
  const change = useChangeSharing(sponsor.id);
  const { data: prizes = [] } = useQuery(prizesQuery(event.id));
  const [chosen, setChosen] = useState<Partial<Sharing>>({});
  const { asked, questions, prizes: given } = { ...sharing, ...chosen };
  const names = questionNames(event.questions);
  const questionsToShare = event.questions.filter((question) => !question.sponsor);

  if (!sponsor.name) {
    return (
      <p className="border-t bg-sunk px-4 py-3 text-ink-2 text-sm">
        Give this sponsor a name first. People agree to share their details with a name.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-5 border-t bg-sunk p-4">
      <form
        aria-label={`What is shared with ${sponsor.name}`}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          change.mutate({ asked, questions, prizes: given }, { onSuccess: () => setChosen({}) });
        }}
        className="flex flex-col gap-4"
      >
        <div>
          <Tick
            label={`Ask people whether they share their details with ${sponsor.name}`}
            checked={asked}
            onChange={({ target }) => setChosen({ ...chosen, asked: target.checked })}
          />
          <p className="text-ink-2 text-sm">
            One box on the form, never ticked beforehand, in every language. You can change its text
            among the questions.
          </p>
        </div>
        {questionsToShare.length > 0 && (
          <Field label="Also show these answers">
            <MultiSelect
              label="Also show these answers"
              options={questionsToShare.map(({ id }) => ({
                value: id,
                label: names.get(id) ?? '',
              }))}
              values={questions}
              onValuesChange={(values) => setChosen({ ...chosen, questions: values })}
            />
          </Field>
        )}
        {prizes.length > 0 && (
          <Field label="Their prizes (for the report)">
            <MultiSelect
              label="Their prizes (for the report)"
              options={prizes.map(({ id, name }) => ({ value: id, label: name }))}
              values={given}
              onValuesChange={(values) => setChosen({ ...chosen, prizes: values })}
            />
          </Field>
        )}
        <Button
          type="submit"
          variant="soft"
          pending={change.isPending}
          aria-disabled={Object.keys(chosen).length === 0}
          className="sm:self-start"
        >
          {change.isPending ? 'Saving...' : 'Save'}
        </Button>
      </form>
      <PrivateLink sponsor={sponsor} sharing={sharing} />
      <a
        href={sponsorReportPath(event.id, sponsor.id)}
        target="_blank"
        rel="noreferrer"
        className={`${buttonClasses('secondary', 'medium')} sm:self-start`}
      >
        <ChartColumn aria-hidden />
        Report for {sponsor.name}
      </a>
    </div>
  );
}

function PrivateLink({ sponsor, sharing }: Pick<SponsorSharingProps, 'sponsor' | 'sharing'>) {
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
    <section aria-label="Private link" className="flex flex-col gap-3 border-t pt-4">
      <h4 className="font-semibold">Private link</h4>
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
          link ? 'For a new link.' : 'Tell it to them by another way than the link.'
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
