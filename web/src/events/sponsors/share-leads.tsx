import { questionNames } from '@drawbridge/contract/collecting/lead-values';
import { eventPath, sponsorReportPath } from '@drawbridge/contract/core/pages';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Sponsor } from '@drawbridge/contract/events/sponsors';
import type { Sharing, SharingInput } from '@drawbridge/contract/outreach/sponsor-pages';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { useId, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx';
import { useUnsavedChanges } from '../../ui/dialogs/unsaved-changes.ts';
import { LabelledCheckbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { MultiSelect } from '../../ui/fields/multi-select.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { PrivateLink } from './private-link.tsx';

/** The sharing of leads with each sponsor of an event. */
export const SHARING = '/api/sponsors/sharing';

/** A sponsor's sharing in one line. */
export function summaryOf({ asked, agreed, link }: Sharing): string {
  const parts = [
    agreed > 0 ? say('{count} shared', { count: agreed }) : asked && say('asked on the form'),
    link &&
      (link.viewedAt
        ? say('last viewed {moment}', { moment: formatTimestamp(link.viewedAt) })
        : say('not viewed yet')),
  ];
  return parts.filter(Boolean).join(' · ') || say('Not on the form yet');
}

interface ShareLeadsProps {
  sponsor: Sponsor;
  event: AdminEvent;
  sharing: Sharing;
}

export const shareHeading = ({ sponsor, event, sharing }: ShareLeadsProps) => ({
  title: sponsor.name
    ? say('Share leads with {name}', { name: sponsor.name })
    : say('Share leads with a sponsor'),
  description: `${event.name} · ${summaryOf(sharing)}`,
});

/**
 * The settings of a sponsor's sharing: whether people are asked to share their details, which leads it sees, and its
 * private link.
 */
export function ShareLeads(shown: ShareLeadsProps) {
  const { sponsor, event, sharing } = shown;
  const change = useApiMutation({
    send: (body: SharingInput) =>
      api.put('/api/sponsors/:sponsorId/sharing', { params: { sponsorId: sponsor.id }, body }),
    success: { title: say('Sharing saved') },
    failure: say('Failed to save sharing'),
    changes: [SHARING],
  });
  const [chosen, setChosen] = useState<Partial<SharingInput>>({});
  const form = useId();
  const isChanged = Object.keys(chosen).length > 0;

  function save() {
    const { asked, questions, prizes } = { ...sharing, ...chosen };
    change.mutate({ asked, questions, prizes }, { onSuccess: () => setChosen({}) });
  }

  if (!sponsor.name) {
    return (
      <DialogBody>
        <p className="font-semibold">{say('Give this sponsor a name first')}</p>
        <p className="text-ink-2">{say('People need to know who gets their details.')}</p>
      </DialogBody>
    );
  }
  return (
    <>
      <DialogBody>
        <div className="grid gap-x-6 gap-y-6 *:min-w-0 md:grid-cols-2">
          <form
            id={form}
            aria-label={say('What is shared with {name}', { name: sponsor.name })}
            onSubmit={(submitted) => {
              submitted.preventDefault();
              if (isChanged) save();
            }}
            className="flex flex-col gap-4"
          >
            <SharedFields
              {...shown}
              sharing={{ ...sharing, ...chosen }}
              changed={isChanged}
              onChange={(change) => setChosen({ ...chosen, ...change })}
            />
          </form>
          <div className="flex flex-col gap-6 max-md:border-t max-md:pt-6 md:border-s md:ps-6">
            <PrivateLink sponsor={sponsor} sharing={sharing} />
            <section aria-label={say('Report')} className="flex flex-col gap-3 border-t pt-6">
              <h3 className="text-lg">{say('Report')}</h3>
              <p className="text-ink-2 text-sm">
                {say('Event figures for {name}. They can also open this report with their link.', {
                  name: sponsor.name,
                })}
              </p>
              <NewTabLink
                href={sponsorReportPath(event.id, sponsor.id)}
                icon={ChartColumn}
                className="sm:self-start"
              >
                {say('Open the report')}
              </NewTabLink>
            </section>
          </div>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button
          type="submit"
          form={form}
          variant="primary"
          pending={change.isPending}
          aria-disabled={!isChanged}
        >
          {change.isPending ? say('Saving...') : say('Save')}
        </Button>
      </DialogFooter>
    </>
  );
}

interface SharedFieldsProps extends ShareLeadsProps {
  changed: boolean;
  onChange: (change: Partial<SharingInput>) => void;
}

function SharedFields({ sponsor, event, sharing, changed, onChange }: SharedFieldsProps) {
  useUnsavedChanges(changed);
  const { data: prizes = [] } = useQuery(apiQuery('/api/prizes', { query: { eventId: event.id } }));
  const names = questionNames(event.questions);
  const questionsToShare = event.questions.filter((question) => !question.sponsor);
  const name = sponsor.name ?? '';

  return (
    <>
      <div>
        <h3 className="text-lg">{say('On the form')}</h3>
        <LabelledCheckbox
          label={say('Ask people to share their details with {name}', { name })}
          checked={sharing.asked}
          onCheckedChange={(asked) => onChange({ asked })}
        />
        <AgreementText event={event} sponsorId={sponsor.id} name={name} />
      </div>
      <div className="flex flex-col gap-4 border-t pt-4">
        <h3 className="text-lg">{say('What {name} sees', { name })}</h3>
        <p className="text-ink-2 text-sm">
          {questionsToShare.length > 0
            ? say(
                'For people who ticked the box, {name} sees: name, phone number, email address, time of entry and the answers below.',
                { name },
              )
            : say(
                'For people who ticked the box, {name} sees: name, phone number, email address, time of entry.',
                { name },
              )}
        </p>
        {questionsToShare.length > 0 && (
          <Field label={say('Also show these answers')}>
            <MultiSelect
              label={say('Also show these answers')}
              options={questionsToShare.map(({ id }) => ({
                value: id,
                label: names.get(id) ?? '',
              }))}
              values={sharing.questions}
              onValuesChange={(questions) => onChange({ questions })}
            />
          </Field>
        )}
        {prizes.length > 0 && (
          <Field label={say('Their prizes')}>
            <MultiSelect
              label={say('Their prizes')}
              options={prizes.map(({ id, name }) => ({ value: id, label: name }))}
              values={sharing.prizes}
              onValuesChange={(prizes) => onChange({ prizes })}
            />
          </Field>
        )}
      </div>
    </>
  );
}

interface AgreementTextProps {
  event: AdminEvent;
  sponsorId: string;
  name: string;
}

/** The text beside the box; before people are asked, the text that they will read. */
function AgreementText({ event, sponsorId, name }: AgreementTextProps) {
  const question = event.questions.findLast(
    ({ sponsor }) => sponsor?.id === sponsorId && sponsor.name === name,
  );
  return (
    <>
      <blockquote
        lang={question && event.language}
        dir="auto"
        className="break-words rounded-m border bg-sunk px-3.5 py-2.5 text-sm"
      >
        <p className="font-semibold">
          {question?.label ?? t('sponsor.shareLabel', { sponsor: name })}
        </p>
        <p>{question?.text ?? t('sponsor.shareText', { sponsor: name })}</p>
      </blockquote>
      <p className="mt-2 text-ink-2 text-sm">
        {say('Shown in every language of the form. Never ticked in advance.')}{' '}
        {question && !question.archived && (
          // The link opens another tab, so that no change is lost.
          <a
            href={eventPath(event.id, 'form')}
            target="_blank"
            rel="noreferrer"
            className="underline underline-offset-4 hover:text-ink"
          >
            {say('Change the text')}
          </a>
        )}
      </p>
    </>
  );
}
