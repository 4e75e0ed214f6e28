import { questionNames } from '@drawbridge/contract/collecting/lead-values';
import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { shownSource } from '@drawbridge/contract/events/lead-sources';
import { writeAnswer } from '@drawbridge/contract/events/questions/answers';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatMoment } from '../../../lib/texts/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogBody } from '../../../ui/dialogs/dialog.tsx';
import { Resource } from '../../../ui/empty-state.tsx';
import { Table } from '../../../ui/table.tsx';
import { leadDetailsQuery } from '../api.ts';
import { sources } from '../lead-filters.tsx';
import { LeadStatusBadge } from '../list/lead-cells.tsx';
import { WonBadge } from '../list/lead-flags.tsx';

interface CompareLeadsDialogProps {
  lead: AdminLead;
  event: AdminEvent | undefined;
  onDelete: (lead: AdminLead) => void;
  onClose: () => void;
}

/** All leads of a person in an event side by side. Any of them but a winner's can be deleted. */
export function CompareLeadsDialog({ lead, event, onDelete, onClose }: CompareLeadsDialogProps) {
  const details = useQuery(leadDetailsQuery(lead.id));
  const body = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      wide
      title="Same person?"
      description={`Leads of ${event?.name ?? 'this event'} with the same phone number or e-mail`}
      onClose={onClose}
    >
      <DialogBody ref={body}>
        <Resource reads={[details]} what="the leads">
          {({ lead: current, samePerson }) => (
            <SideBySide
              leads={inOrder([current, ...samePerson])}
              event={event}
              onDelete={onDelete}
            />
          )}
        </Resource>
      </DialogBody>
    </Dialog>
  );
}

const inOrder = (leads: AdminLead[]) =>
  leads.sort((one, other) => Date.parse(one.submittedAt) - Date.parse(other.submittedAt));

interface SideBySideProps extends Pick<CompareLeadsDialogProps, 'event' | 'onDelete'> {
  leads: readonly AdminLead[];
}

function SideBySide({ leads, event, onDelete }: SideBySideProps) {
  const names = questionNames(event?.questions ?? []);
  const facts: [name: string, of: (lead: AdminLead) => string][] = [
    ['Phone', ({ phone }) => phone],
    ['E-mail', ({ email }) => email ?? ''],
    ['Submitted', ({ submittedAt }) => formatMoment(submittedAt)],
    ['Source', (each) => sources[shownSource(each)].label],
    ['Added By', ({ submitterName }) => submitterName ?? ''],
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
                  <span className="text-ink-2">A winner’s lead stays.</span>
                ) : (
                  leads.length > 1 && (
                    <Button
                      size="small"
                      variant="danger"
                      aria-label={`Delete ${each.name} of ${formatMoment(each.submittedAt)}`}
                      onClick={() => onDelete(each)}
                    >
                      Delete
                    </Button>
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
