import { type LeadFlag, leadFlagNames } from '@drawbridge/contract/collecting/lead-values';
import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import { personPath } from '@drawbridge/contract/core/pages';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ShieldUser, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { say } from '../../../lib/texts/say.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { NoticeDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx';
import { LIST_ROW } from '../../../ui/fields/focus.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Resource } from '../../../ui/resource.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { leadDetailsQuery, useChangeLeadStatus } from '../api.ts';
import { flags } from '../lead-filters.tsx';
import { LeadStepButton } from '../lead-step-button.tsx';
import { LeadStatusBadge } from '../list/lead-cells.tsx';
import { missingIn, WonBadge } from '../list/lead-flags.tsx';
import { ROW_INDEX_ATTRIBUTE } from '../list/lead-row.tsx';
import { StoredLeadFacts } from '../stored-lead-facts.tsx';
import { LeadDrawFacts } from './lead-draw-facts.tsx';

interface LeadPanelProps {
  /** The lead as in the list; other details are fetched. */
  lead: AdminLead;
  event: AdminEvent | undefined;
  /** The element beside the list, unless the panel is a dialog. */
  space: HTMLElement | null;
  /** Its index in the list, and the number of leads in the list, if known. */
  place: number | undefined;
  total: number | undefined;
  /** True if it may be refetched. */
  reading: boolean;
  /** Opens the lead, at a question if one is given. */
  onEdit: (lead: AdminLead, question?: string) => void;
  onDelete: (lead: AdminLead) => void;
  onCompare: (lead: AdminLead) => void;
  onClose: () => void;
}

export function LeadPanel(props: LeadPanelProps) {
  const { lead: listed, event, space, place, total, reading } = props;
  const { onEdit, onDelete, onCompare, onClose } = props;
  const details = useQuery({ ...leadDetailsQuery(listed.id), enabled: reading });
  const { changeStatus, stepping } = useChangeLeadStatus();
  // The panel's body has no controls of its own, so it needs a ref to be scrolled with the keyboard.
  const body = useRef<HTMLDivElement>(null);
  const lead = details.data?.lead ?? listed;
  // A winner has a badge of their own.
  const missing = missingIn(lead, event?.questions ?? []);
  const marked = leadFlagNames.filter(
    (name) => !saidElsewhere.includes(name) && flags[name].has(lead),
  );
  const others = details.data?.samePerson.length ?? 0;
  const ratings = (event?.questions ?? [])
    .filter(({ kind }) => kind === 'rating')
    .map(({ label }) => label);
  const frame = { title: lead.name, description: event?.name ?? say('Unknown Event'), onClose };
  const content = (
    <>
      <DialogBody ref={body}>
        <div className="flex items-start justify-between gap-3">
          <div className="flex flex-wrap gap-1.5">
            <LeadStatusBadge status={lead.status} />
            <WonBadge lead={lead} />
            {marked.map((name) => (
              <Badge key={name}>{say(flags[name].label)}</Badge>
            ))}
          </div>
          {place !== undefined && (
            <div className="-my-2 flex shrink-0">
              <IconButton
                icon={ChevronLeft}
                label={say('Previous lead (k)')}
                disabled={place === 0}
                onClick={() => openNeighbour(place, -1)}
              />
              <IconButton
                icon={ChevronRight}
                label={say('Next lead (j)')}
                disabled={place + 1 === total}
                onClick={() => openNeighbour(place, 1)}
              />
            </div>
          )}
        </div>
        <LeadDrawFacts lead={lead} event={event} samePerson={details.data?.samePerson} />
        {others > 0 && (
          <section
            aria-label={say('Same person')}
            className="flex items-center justify-between gap-3 rounded-m bg-sunk px-4 py-2"
          >
            <p>
              {say(
                'Another lead has the same phone number or email.',
                '{count} other leads have the same phone number or email.',
                { count: others },
              )}
            </p>
            <Button size="small" onClick={() => onCompare(lead)}>
              {say('Compare')}
            </Button>
          </section>
        )}
        {missing.length > 0 && (
          <section aria-label={say('Not answered')} className="rounded-m bg-sunk px-4 py-2">
            <ul className="divide-y">
              {missing.map(({ id, label }) => (
                <li key={id} className="flex items-center justify-between gap-3 py-2">
                  <p className="min-w-0 break-words">
                    <RichText
                      text={say('Not answered: <question>{label}</question>', { label })}
                      tags={{ question: (part) => <span className="font-semibold">{part}</span> }}
                    />
                  </p>
                  {!lead.won && (
                    <Button
                      size="small"
                      aria-label={say('Answer {label}', { label })}
                      onClick={() => onEdit(lead, id)}
                    >
                      {say('Answer')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
        <Resource
          reads={[details]}
          what={{ loading: say('Loading the lead'), failed: say('Could not load the lead') }}
        >
          {({ held }) => <StoredLeadFacts folded lead={held} first={ratings} />}
        </Resource>
        <PersonLink leadId={lead.id} />
      </DialogBody>
      <DialogFooter>
        <Button variant="danger" onClick={() => onDelete(lead)}>
          {say('Delete')}
        </Button>
        <Button onClick={() => onEdit(lead)}>{say('Edit')}</Button>
        <LeadStepButton
          size="medium"
          lead={lead}
          pending={stepping.has(lead.id)}
          quiet={Boolean(event?.prizesLeft)}
          onStep={changeStatus}
        />
      </DialogFooter>
    </>
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the controls inside it.
    <div
      className="contents"
      onKeyDown={(event) => {
        const step = steps[event.key];
        if (!step || place === undefined) return;
        // The list's own keys would move the focus to a row.
        event.preventDefault();
        openNeighbour(place, step);
      }}
    >
      {space ? (
        <Beside space={space} {...frame}>
          {content}
        </Beside>
      ) : (
        <Dialog wide {...frame}>
          {content}
        </Dialog>
      )}
    </div>
  );
}

/** Flags that the panel shows in its own words. */
const saidElsewhere: readonly LeadFlag[] = ['won', 'manyChances', 'here', 'notInDraw'];

const steps: Record<string, 1 | -1> = { j: 1, k: -1 };

/** Opens the lead before or after one, or the lead that took its index if it has left the list. */
function openNeighbour(index: number, step: 1 | -1): void {
  const current = document.querySelector(`[${ROW_INDEX_ATTRIBUTE}][aria-current]`);
  const from = current
    ? Number(current.getAttribute(ROW_INDEX_ATTRIBUTE))
    : step === 1
      ? index - 1
      : index;
  const row = document.querySelector<HTMLElement>(`[${ROW_INDEX_ATTRIBUTE}="${from + step}"]`);
  // Keys act on the row that has the focus; a button keeps it.
  if (document.activeElement?.closest(`[${LIST_ROW}]`)) row?.focus();
  row?.scrollIntoView({ block: 'nearest' });
  row?.querySelector<HTMLElement>('[aria-keyshortcuts="Enter"]')?.click();
}

interface FrameProps {
  title: string;
  description: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel beside the list, which stays usable: from below the top bar to the bottom of the screen. */
function Beside({
  space,
  title,
  description,
  onClose,
  children,
}: FrameProps & { space: HTMLElement }) {
  return createPortal(
    <aside
      aria-label={title}
      className="sticky top-14 flex h-[calc(100dvh-3.5rem)] w-96 animate-appear flex-col overflow-clip border-s bg-card"
    >
      <header className="flex items-start gap-4 border-b px-5 py-3">
        <div aria-live="polite" className="min-w-0 flex-1">
          <h2 className="break-words text-xl">{title}</h2>
          <p className="break-words text-ink-2 text-sm">{description}</p>
        </div>
        <IconButton
          icon={X}
          label={say('Close')}
          aria-keyshortcuts="Escape"
          onClick={onClose}
          className="-m-2"
        />
      </header>
      {children}
    </aside>,
    space,
  );
}

/** Links to the consent and all other data stored about the person, and to its erasure. */
export function PersonLink({ leadId }: { leadId: string }) {
  return (
    <Link to={personPath(leadId)} className={`${buttonClasses('secondary', 'medium')} self-start`}>
      <ShieldUser aria-hidden />
      {say('Personal Data')}
    </Link>
  );
}

/** Shown instead of the edit and delete dialogs for a winner's lead, where the server refuses both. */
export function WonLeadDialog({ lead, onClose }: { lead: AdminLead; onClose: () => void }) {
  return (
    <NoticeDialog
      title={lead.name}
      text={
        lead.forfeited
          ? say(
              'This lead was drawn, then the prize was released. It can no longer be changed or deleted.',
            )
          : say('This lead has won. It can no longer be changed or deleted.')
      }
      action={<PersonLink leadId={lead.id} />}
      onClose={onClose}
    />
  );
}
