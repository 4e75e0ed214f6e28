import { questionNames } from '@drawbridge/contract/collecting/lead-values';
import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { shownSource } from '@drawbridge/contract/events/lead-sources';
import { writeAnswer } from '@drawbridge/contract/events/questions/answers';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatTimestamp } from '../../../lib/texts/formats.ts';
import { say } from '../../../lib/texts/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx';
import { Resource } from '../../../ui/resource.tsx';
import { Table } from '../../../ui/table.tsx';
import { duplicatesQuery, leadDetailsQuery, useMergeLeads } from '../api.ts';
import { sources } from '../lead-filters.tsx';
import { LeadStatusBadge } from '../list/lead-cells.tsx';
import { WonBadge } from '../list/lead-flags.tsx';

interface CompareLeadsDialogProps {
  lead: AdminLead;
  event: AdminEvent | undefined;
  onDelete: (lead: AdminLead) => void;
  /** Shows another lead in this dialog; `removed` are the leads that are gone. */
  onShow: (lead: AdminLead, removed?: readonly string[]) => void;
  onClose: () => void;
}

/** All leads of a person in an event side by side. One of them is kept, and takes what it lacks from the others. */
export function CompareLeadsDialog({
  lead,
  event,
  onDelete,
  onShow,
  onClose,
}: CompareLeadsDialogProps) {
  const details = useQuery(leadDetailsQuery(lead.id));
  const duplicates = useQuery(duplicatesQuery(lead.eventId));
  // The duplicates when the dialog was opened: its position must not change with every merge.
  const [listed, setListed] = useState<readonly AdminLead[]>();
  if (!listed && duplicates.data) setListed(duplicates.data);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const merge = useMergeLeads();
  const body = useRef<HTMLDivElement>(null);
  const leads = details.data && inOrder([details.data.lead, ...details.data.samePerson]);
  const shown = leads?.map(({ id }) => id) ?? [];
  const at = listed?.findIndex(({ id }) => shown.includes(id)) ?? -1;
  const handled = new Set([...seen, ...shown]);
  // After the last one come those before the first one that was opened.
  const next = [...(listed?.slice(at + 1) ?? []), ...(listed ?? [])].find(
    ({ id }) => !handled.has(id),
  );

  function keep(kept: AdminLead, others: readonly AdminLead[]) {
    merge.mutate(
      { kept, others },
      {
        onSuccess: ({ lead: merged, removed }) => {
          setSeen(new Set([...handled, ...removed]));
          if (next) onShow(next, removed);
          else {
            onShow(merged, removed);
            onClose();
          }
        },
      },
    );
  }

  return (
    <Dialog
      wide
      title={say('Same person?')}
      description={
        event
          ? say(
              'Leads of {name} with the same phone number or email. The one that you keep takes what it lacks, and both consents stay on record.',
              { name: event.name },
            )
          : say(
              'Leads of this event with the same phone number or email. The one that you keep takes what it lacks, and both consents stay on record.',
            )
      }
      onClose={onClose}
    >
      <DialogBody ref={body}>
        <Resource
          reads={[details]}
          what={{ loading: say('Loading the leads'), failed: say('Could not load the leads') }}
        >
          {({ lead: current, samePerson }) => (
            <SideBySide
              leads={inOrder([current, ...samePerson])}
              event={event}
              pending={merge.isPending}
              onKeep={keep}
              onDelete={onDelete}
            />
          )}
        </Resource>
      </DialogBody>
      <DialogFooter>
        <p aria-live="polite" className="me-auto self-center text-ink-2 text-sm tabular-nums">
          {listed && at >= 0 && say('{place} of {all}', { place: at + 1, all: listed.length })}
        </p>
        <Button onClick={onClose}>{say('Close')}</Button>
        {next && (
          <Button
            disabled={merge.isPending}
            onClick={() => {
              setSeen(handled);
              onShow(next);
            }}
          >
            {say('Next duplicate')}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

const inOrder = (leads: AdminLead[]) =>
  leads.sort((one, other) => Date.parse(one.submittedAt) - Date.parse(other.submittedAt));

interface SideBySideProps extends Pick<CompareLeadsDialogProps, 'event' | 'onDelete'> {
  leads: readonly AdminLead[];
  /** True while leads are being merged. */
  pending: boolean;
  onKeep: (kept: AdminLead, others: readonly AdminLead[]) => void;
}

function SideBySide({ leads, event, pending, onKeep, onDelete }: SideBySideProps) {
  const mergeable = leads.filter(({ won }) => !won);
  const names = questionNames(event?.questions ?? []);
  const facts: [name: string, of: (lead: AdminLead) => string][] = [
    [say('Phone'), ({ phone }) => phone],
    [say('Email'), ({ email }) => email ?? ''],
    [say('Submitted'), ({ submittedAt }) => formatTimestamp(submittedAt)],
    [say('Source'), (each) => say(sources[shownSource(each)].label)],
    [say('Added By'), ({ submitterName }) => submitterName ?? ''],
    ...(event?.questions ?? []).map((question): (typeof facts)[number] => [
      names.get(question.id) ?? '',
      ({ answers }) => writeAnswer(question, answers[question.id]),
    ]),
  ];
  const known = facts.filter(([, of]) => leads.some((each) => of(each)));

  return (
    <div className="-mx-5 -mt-5 overflow-x-auto md:-mx-6">
      <Table
        className="table-fixed wrap-anywhere [&_tr_:is(td,th)]:h-auto [&_tr_:is(td,th)]:whitespace-normal [&_tr_:is(td,th)]:py-2.5 [&_tr_:is(td,th)]:align-top [&_:is(td,th):first-child]:ps-6"
        style={{ minWidth: `${6 + 8 * leads.length}rem` }}
      >
        <thead>
          <tr>
            <td className="w-27 md:w-40" />
            {leads.map((each) => (
              <td key={each.id}>
                <p className="font-semibold text-base">{each.name}</p>
                <div className="mt-1 flex flex-wrap gap-1">
                  <LeadStatusBadge status={each.status} />
                  <WonBadge lead={each} />
                </div>
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.map(([name, of]) => {
            const same = leads.every((each) => of(each) === of(leads[0] as AdminLead));
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                {leads.map((each) => (
                  // Different values stand out.
                  <td key={each.id} className={same ? 'text-ink-2' : 'font-semibold'}>
                    {of(each) || '–'}
                  </td>
                ))}
              </tr>
            );
          })}
          <tr>
            <td />
            {leads.map((each) => (
              <td key={each.id}>
                {each.won ? (
                  <span className="text-ink-2">
                    {say('A winner’s lead cannot be merged or deleted.')}
                  </span>
                ) : (
                  leads.length > 1 && (
                    <div className="flex flex-wrap gap-2">
                      {mergeable.length > 1 && (
                        <Button
                          size="small"
                          variant="soft"
                          pending={pending}
                          aria-label={say('Keep this one: {name} of {submittedAt}', {
                            name: each.name,
                            submittedAt: formatTimestamp(each.submittedAt),
                          })}
                          onClick={() =>
                            onKeep(
                              each,
                              mergeable.filter((other) => other !== each),
                            )
                          }
                        >
                          {say('Keep this one')}
                        </Button>
                      )}
                      <Button
                        size="small"
                        variant="danger-quiet"
                        disabled={pending}
                        aria-label={say('Delete {name} of {submittedAt}', {
                          name: each.name,
                          submittedAt: formatTimestamp(each.submittedAt),
                        })}
                        onClick={() => onDelete(each)}
                      >
                        {say('Delete')}
                      </Button>
                    </div>
                  )
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </Table>
    </div>
  );
}
