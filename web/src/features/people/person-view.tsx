import type { HeldLead } from '@drawbridge/contract/people';
import { useQuery } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../lib/api-client.ts';
import { countOf, formatCount, formatMoment } from '../../lib/formats.ts';
import { readsOf } from '../../lib/reads.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { type PersonChoice, personQuery, useExportPerson } from './api.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { HeldLeadCard } from './held-lead-card.tsx';

/** Everything that is held about a person, with what can be done about it. */
export function PersonView({ choice }: { choice: PersonChoice }) {
  const person = useQuery(personQuery(choice));
  const exportPerson = useExportPerson(choice);
  const [erasing, setErasing] = useState<HeldLead[]>();
  const reads = readsOf(person);
  // After its erasure, the lead by which the person was found is no longer there.
  const gone = person.error instanceof ApiError && person.error.status === 404;

  if (reads.failure && !gone) {
    return (
      <Card>
        <LoadFailure what="the data" error={reads.failure.error} onRetry={reads.retry} />
      </Card>
    );
  }
  if (!person.data && !gone) return <ListSkeleton label="Loading the data" />;
  const { leads = [], accounts = [], total = 0 } = (!gone && person.data) || {};
  if (leads.length === 0 && accounts.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={ShieldCheck}
          title="Nothing is held"
          help="No event has a lead with this phone number or e-mail address."
        />
      </Card>
    );
  }
  return (
    <section aria-label="What is held" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 aria-live="polite" className="text-xl">
          {countOf(total, 'lead')} held
          {leads.length < total && `, the newest ${formatCount(leads.length)} shown`}
        </h2>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button pending={exportPerson.isPending} onClick={() => exportPerson.mutate()}>
            <Download aria-hidden />
            Download File
          </Button>
          {leads.length > 1 && (
            <Button variant="danger" onClick={() => setErasing(leads)}>
              Erase All {formatCount(leads.length)}
            </Button>
          )}
        </div>
      </div>
      <ul className="flex flex-col gap-4">
        {leads.map((lead) => (
          <li key={lead.id}>
            <HeldLeadCard lead={lead} onErase={() => setErasing([lead])} />
          </li>
        ))}
      </ul>
      {accounts.map(({ username, name, role, createdAt }) => (
        <Card key={username} className="p-4 md:p-5">
          <h3 className="text-xl">Account {username}</h3>
          <p className="text-ink-2">
            {name && `${name}, `}
            {role === 'admin' ? 'administrator' : 'volunteer'} since {formatMoment(createdAt)}. It
            is deleted or disabled under Volunteers or Administrators.
          </p>
        </Card>
      ))}
      {erasing && <EraseDialog leads={erasing} onClose={() => setErasing(undefined)} />}
    </section>
  );
}
