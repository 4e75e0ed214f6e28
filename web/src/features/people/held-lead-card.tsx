import type { HeldLead } from '@drawbridge/contract/people';
import { Trophy } from 'lucide-react';
import { formatDay } from '../../lib/day-formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { HeldFacts } from '../leads/held-facts.tsx';
import { LeadStatusBadge } from '../leads/lead-status-badge.tsx';

interface HeldLeadCardProps {
  lead: HeldLead;
  ticked: boolean;
  onTick: () => void;
}

/** One lead with everything that is kept of it. */
export function HeldLeadCard({ lead, ticked, onTick }: HeldLeadCardProps) {
  const { event, draws } = lead;

  return (
    <Card aria-label={`${lead.name}, ${event.name}`} className="flex flex-col gap-4 p-4 md:p-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 gap-3">
          <span className="pt-1">
            <Checkbox
              checked={ticked}
              onCheckedChange={onTick}
              label={`Select ${lead.name}, ${event.name}`}
            />
          </span>
          <div className="min-w-0">
            <h4 className="break-words text-xl">{lead.name}</h4>
            <p className="break-words text-ink-2">
              {event.name} · {formatDay(event.date)}
            </p>
          </div>
        </div>
        <div className="flex items-center gap-2">
          {draws.some(({ won }) => won) && (
            <Badge tone="accent" icon={Trophy}>
              Won
            </Badge>
          )}
          <LeadStatusBadge status={lead.status} />
        </div>
      </header>
      <HeldFacts lead={lead} />
    </Card>
  );
}
