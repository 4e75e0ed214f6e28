import type { AdminEvent } from '@drawbridge/contract/events';
import { leadMarkNames } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import { personPath } from '@drawbridge/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { ShieldUser } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { NoticeDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialog.tsx';
import { Resource } from '../../../ui/empty-state.tsx';
import { leadDetailsQuery, useChangeLeadStatus } from '../api.ts';
import { HeldFacts } from '../held-facts.tsx';
import { LeadStatusBadge } from '../lead-cells.tsx';
import { marks } from '../lead-filters.tsx';
import { missingIn, WonBadge } from '../lead-marks.tsx';
import { LeadStepButton } from '../lead-step-button.tsx';

interface LeadPanelProps {
  /** As the list shows it; what it does not show is read. */
  lead: AdminLead;
  event: AdminEvent | undefined;
  /** Opens the lead, at a question if one is given. */
  onEdit: (lead: AdminLead, question?: string) => void;
  onDelete: (lead: AdminLead) => void;
  onClose: () => void;
}

/** Everything about one lead, and what can be done with it. */
export function LeadPanel({ lead: listed, event, onEdit, onDelete, onClose }: LeadPanelProps) {
  const details = useQuery(leadDetailsQuery(listed.id));
  const { changeStatus, stepping } = useChangeLeadStatus();
  // Without controls of its own, only with a ref can it be scrolled with the keyboard.
  const body = useRef<HTMLDivElement>(null);
  const lead = details.data?.lead ?? listed;
  // Somebody who has won has a badge of their own.
  const missing = missingIn(lead, event?.questions ?? []);
  const marked = leadMarkNames.filter((name) => name !== 'won' && marks[name].has(lead));

  return (
    <Dialog wide title={lead.name} description={event?.name ?? 'Unknown Event'} onClose={onClose}>
      <DialogBody ref={body}>
        <div className="flex flex-wrap gap-1.5">
          <LeadStatusBadge status={lead.status} />
          <WonBadge lead={lead} />
          {marked.map((name) => (
            <Badge key={name}>{marks[name].label}</Badge>
          ))}
        </div>
        {missing.length > 0 && (
          <section aria-label="Not answered" className="rounded-m bg-sunk px-4 py-2">
            <ul className="divide-y">
              {missing.map(({ id, label }) => (
                <li key={id} className="flex items-center justify-between gap-3 py-2">
                  <p className="min-w-0 break-words">
                    Not answered: <span className="font-semibold">{label}</span>
                  </p>
                  {!lead.won && (
                    <Button
                      size="small"
                      aria-label={`Answer ${label}`}
                      onClick={() => onEdit(lead, id)}
                    >
                      Answer
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
        <Resource reads={[details]} what="the lead">
          {({ held }) => <HeldFacts lead={held} />}
        </Resource>
      </DialogBody>
      <DialogFooter>
        <PersonLink leadId={lead.id} />
        <Button variant="danger" onClick={() => onDelete(lead)}>
          Delete
        </Button>
        <Button onClick={() => onEdit(lead)}>Edit</Button>
        <LeadStepButton
          size="medium"
          lead={lead}
          pending={stepping.has(lead.id)}
          onStep={changeStatus}
        />
      </DialogFooter>
    </Dialog>
  );
}

/** Leads to the consent and everything else that is held, and to erasing it. */
export function PersonLink({ leadId }: { leadId: string }) {
  return (
    <Link to={personPath(leadId)} className={`${buttonClasses('secondary', 'medium')} self-start`}>
      <ShieldUser aria-hidden />
      Personal Data
    </Link>
  );
}

/** Shown instead of the edit and delete dialogs for a winner's lead, where the server refuses both. */
export function WonLeadDialog({ lead, onClose }: { lead: AdminLead; onClose: () => void }) {
  const past = lead.forfeited
    ? 'This lead was drawn and the win was forfeited.'
    : 'This lead has won.';
  return (
    <NoticeDialog
      title={lead.name}
      text={`${past} It can no longer be changed or deleted.`}
      action={<PersonLink leadId={lead.id} />}
      onClose={onClose}
    />
  );
}
