import { auditKinds } from '@drawbridge/contract/audit-kinds';
import { contact, contactFields } from '@drawbridge/contract/contact';
import type { HeldLead } from '@drawbridge/contract/people';
import { Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDay } from '../../lib/day-formats.ts';
import { formatMoment } from '../../lib/formats.ts';
import { LeadStatusBadge } from '../../shared/lead-status-badge.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { channelText, consentText, drawText } from './held-lead-text.ts';

interface HeldLeadCardProps {
  lead: HeldLead;
  ticked: boolean;
  onTick: () => void;
}

/** One lead with everything that is kept of it. */
export function HeldLeadCard({ lead, ticked, onTick }: HeldLeadCardProps) {
  const { event, consent, draws, audit } = lead;

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
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 md:grid-cols-2">
        {contactFields
          .filter((field) => field !== 'name')
          .map((field) => (
            <Fact key={field} name={contact[field].labels.person}>
              {(field === 'phone' && lead.phoneTyped) || lead[field] || 'none'}
            </Fact>
          ))}
        <Fact name="Entered">
          {formatMoment(lead.submittedAt)}
          <br />
          <span className="text-ink-2">{channelText(lead)}</span>
        </Fact>
        <Fact name="Verified">{lead.verifiedAt ? formatMoment(lead.verifiedAt) : 'no'}</Fact>
        <Fact name="Consent" wide>
          {consentText(lead)}
          {consent && (
            <blockquote className="mt-1.5 flex flex-col gap-1 border-edge border-l-2 pl-3 text-sm">
              <p>{consent.note}</p>
              {consent.marketingText && (
                <p>
                  {lead.marketing ? 'Ticked' : 'Not ticked'}: “{consent.marketingText}”
                </p>
              )}
              {consent.organiser && <p>Organised by {consent.organiser}</p>}
              {consent.privacyText && (
                <p className="max-h-48 overflow-y-auto whitespace-pre-line">
                  {consent.privacyText}
                </p>
              )}
              {consent.privacyUrl && <p className="break-all">{consent.privacyUrl}</p>}
            </blockquote>
          )}
        </Fact>
        <Fact name="Draws">
          {draws.length === 0 ? 'none' : <Lines lines={draws.map(drawText)} />}
        </Fact>
        <Fact name="Audit trail">
          {audit.length === 0 ? (
            'nothing'
          ) : (
            <Lines
              lines={audit.map(
                ({ at, kind, by }) =>
                  `${formatMoment(at)}: ${auditKinds[kind]} (${by ?? 'unknown'})`,
              )}
            />
          )}
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'min-w-0 md:col-span-2' : 'min-w-0'}>
      <dt className="text-ink-2 text-sm">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <ul>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order.
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
}
