import type { OwnLead } from '@drawbridge/contract/leads';
import { ClipboardList } from 'lucide-react';
import { formatCount, formatMoment } from '../../lib/formats.ts';
import { LeadStatusBadge } from '../../shared/lead-status-badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

const SHOWN = 10;

export function RecentLeads({ leads }: { leads: OwnLead[] }) {
  return (
    <Card className="overflow-hidden">
      <h2 className="border-b px-4 py-3.5 text-xl md:px-6">
        Recent Leads ({formatCount(leads.length)})
      </h2>
      {leads.length === 0 ? (
        <EmptyState
          icon={ClipboardList}
          title="No leads yet"
          help="Start collecting attendee information"
        />
      ) : (
        <ul className="divide-y">
          {leads.slice(0, SHOWN).map((lead) => (
            <li key={lead.id} className="flex items-start justify-between gap-3 px-4 py-3 md:px-6">
              <div className="min-w-0">
                <p className="break-words font-semibold">{lead.name}</p>
                {lead.email && <p className="break-all text-ink-2 text-sm">{lead.email}</p>}
                <p className="text-ink-2 text-sm tabular-nums">{lead.phone}</p>
                <p className="text-ink-2 text-sm">{formatMoment(lead.submittedAt)}</p>
              </div>
              <LeadStatusBadge status={lead.status} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
