import { leadMarkNames } from '@drawbridge/contract/lead-values';
import { rafflePath } from '@drawbridge/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { countOf, formatCount } from '../../../lib/formats.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { leadMarksQuery, useVerifyLeads } from '../api.ts';
import { marks } from '../filters/lead-filters.ts';
import { countMarks, countSelected, type Selection, selectedLeads } from '../lead-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  /** The number of selected leads hidden by the filters. */
  hidden: number;
  /** How many leads were verified, until the list is another one. */
  verified: number | undefined;
  /** How many leads are not verified yet. */
  pending: number;
  /** The event whose raffle comes next, if the list is about one. */
  eventId: string | undefined;
  /** Called when the selection was verified, with how many leads that were. */
  onVerified: (leads: number) => void;
  onClear: () => void;
}

/** The selection and its actions, or what became of it, fixed at the bottom of the screen. */
export function SelectionBar({
  selection,
  hidden,
  verified,
  pending,
  eventId,
  onVerified,
  onClear,
}: SelectionBarProps) {
  const verifyLeads = useVerifyLeads(onClear);
  const filter = { ...selection.all?.filter, status: 'pending' as const };
  const { data: ofAll } = useQuery({ ...leadMarksQuery(filter), enabled: Boolean(selection.all) });
  const counts = countMarks(selection, ofAll);
  const count = verifyLeads.isPending ? verifyLeads.variables.count : countSelected(selection);
  if (count === 0 && !verified) return null;

  return (
    <section
      aria-label="Selection"
      className="sticky bottom-4 z-10 flex w-full animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-l border bg-card py-2.5 pe-2.5 ps-4.5 shadow-float md:w-fit"
    >
      <p
        aria-live="polite"
        className="flex min-w-0 flex-wrap items-baseline gap-x-2 max-md:w-full md:flex-1 md:flex-nowrap md:whitespace-nowrap"
      >
        <span className="font-semibold tabular-nums">
          {count > 0
            ? `${formatCount(count)} lead(s) selected`
            : `${verifiedText(verified ?? 0, pending)}.`}
        </span>
        {count > 0 && !verifyLeads.isPending && (
          <span className="text-ink-2 text-sm">
            {[
              hidden > 0 && `${formatCount(hidden)} hidden by filters`,
              ...leadMarkNames.map(
                (name) => counts[name] && countOf(counts[name], ...marks[name].counted),
              ),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
      </p>
      {verifyLeads.isPending && (
        <progress
          aria-label="Verifying leads"
          className="h-1.5 w-full overflow-hidden rounded-full accent-(--accent) md:w-32"
        />
      )}
      {count > 0 ? (
        <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
          <Button
            variant="primary"
            pending={verifyLeads.isPending}
            onClick={() =>
              verifyLeads.mutate(selectedLeads(selection), {
                onSuccess: (answer) => onVerified(answer.verified),
              })
            }
          >
            Verify Selected
          </Button>
          <Button
            variant="quiet"
            disabled={verifyLeads.isPending}
            onClick={onClear}
            // On a phone the other button's spinner needs the space.
            className={verifyLeads.isPending ? 'max-md:hidden' : undefined}
          >
            Clear Selection
          </Button>
        </div>
      ) : (
        <div className="flex items-center gap-2">
          {eventId && pending === 0 && <OpenRaffle eventId={eventId} />}
          <IconButton icon={X} label="Close" onClick={onClear} />
        </div>
      )}
    </section>
  );
}

export function verifiedText(verified: number, pending: number): string {
  return pending > 0
    ? `${formatCount(verified)} verified, ${formatCount(pending)} still pending`
    : `All ${formatCount(verified)} verified`;
}

/** What comes after verifying. */
export function OpenRaffle({ eventId }: { eventId: string }) {
  return (
    <a
      href={rafflePath(eventId)}
      target="_blank"
      rel="noreferrer"
      className={buttonClasses('soft', 'medium')}
    >
      Open raffle
    </a>
  );
}
