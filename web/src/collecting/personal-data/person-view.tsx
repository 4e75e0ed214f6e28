import type {
  PersonData,
  PersonExport,
  StoredLeadDetails,
} from '@drawbridge/contract/collecting/personal-data';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Download, Globe, ShieldCheck, TriangleAlert, Trophy } from 'lucide-react';
import { useState } from 'react';
import { api, hasCode, sentenceOf } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { countryName } from '../../lib/texts/country-names.ts';
import { formatDay, today } from '../../lib/texts/day-formats.ts';
import { formatList, formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { currentLanguage } from '../../lib/texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmMutationDialog } from '../../ui/dialogs/use-dialogs.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { EmptyState, Resource } from '../../ui/resource.tsx';
import { LeadStatusBadge } from '../leads/list/lead-cells.tsx';
import { StoredLeadFacts } from '../leads/stored-lead-facts.tsx';

/** The person whose data is shown: by a contact, or by a lead. */
export type PersonChoice = { contact: string } | { leadId: string };

const nothing: PersonData = { contact: null, leads: [], accounts: [], total: 0 };

/** Refetched on every visit, and removed from the cache afterwards. */
const personQuery = (choice: PersonChoice) =>
  queryOptions({
    queryKey: ['/api/people/find', choice],
    queryFn: ({ signal }) =>
      api.post('/api/people/find', { body: choice, signal }).catch((error: unknown) => {
        // The lead by which the person was found no longer exists after its erasure.
        if (hasCode(error, 'lead-not-found')) return nothing;
        throw error;
      }),
    staleTime: 0,
    gcTime: 0,
  });

export function PersonView({ choice }: { choice: PersonChoice }) {
  const person = useQuery(personQuery(choice));
  if (hasCode(person.error, 'country-code-missing')) {
    return (
      <Card role="alert">
        <EmptyState icon={Globe} title={say('Which country?')} help={sentenceOf(person.error)} />
      </Card>
    );
  }
  return (
    <Resource
      card
      reads={[person]}
      what={{ loading: say('Loading the data'), failed: say('Could not load the data') }}
    >
      {(data) =>
        data.leads.length + data.accounts.length === 0 ? (
          <Card>
            <EmptyState
              icon={ShieldCheck}
              title={say('No data found')}
              help={say('No event has a lead with this phone number or email address.')}
            />
          </Card>
        ) : (
          <Held person={data} />
        )
      }
    </Resource>
  );
}

/** All data found for a contact. Only ticked entries are exported or erased: it may belong to several people. */
function Held({ person: { leads, accounts, total } }: { person: PersonData }) {
  const exportPerson = useApiMutation({
    send: async (chosen: PersonExport) => {
      const data = await api.post('/api/people/export', { body: chosen });
      const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      saveFile(`personal-data_${today()}.json`, content);
    },
    success: {
      title: say('Export successful'),
      description: say('The file contains the selected entries'),
    },
    failure: say('Export failed'),
  });
  /** The ids of leads and the user names of accounts. */
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set());
  const [erasing, setErasing] = useState(false);
  const toggle = (key: string) => {
    const next = new Set(ticks);
    if (!next.delete(key)) next.add(key);
    setTicks(next);
  };
  const selectedLeads = leads.filter(({ id }) => ticks.has(id));
  const usernames = accounts.map(({ username }) => username).filter((name) => ticks.has(name));
  const leadIds = selectedLeads.map(({ id }) => id);
  const names = differentNames(leads);

  return (
    <section aria-label={say('Data found')} className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 aria-live="polite" className="text-xl">
          {leads.length < total
            ? say('{count} leads found, newest {shown} shown', {
                count: total,
                shown: leads.length,
              })
            : say('{count} lead found', '{count} leads found', { count: total })}
        </h2>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button
            icon={Download}
            disabled={selectedLeads.length + usernames.length === 0}
            pending={exportPerson.isPending}
            onClick={() => exportPerson.mutate({ leadIds, usernames })}
          >
            {say('Download File')}
          </Button>
          <Button
            variant="danger"
            disabled={selectedLeads.length === 0}
            onClick={() => setErasing(true)}
          >
            {selectedLeads.length === 0
              ? say('Erase')
              : say('Erase {count} lead', 'Erase {count} leads', { count: selectedLeads.length })}
          </Button>
        </div>
        <p className="w-full text-ink-2">
          {say(
            'Select the entries that belong to the person making the request. Only these are exported or erased.',
          )}
        </p>
        {names.length > 1 && (
          <p className="flex w-full gap-2 font-semibold">
            <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
            {say('Different names: {names}. They may be different people.', {
              names: formatList(names),
            })}
          </p>
        )}
      </div>
      {groupLeads(leads).map(({ contact, leads: group }) => (
        <section key={contact} aria-label={contact} className="flex flex-col gap-3">
          <h3 className="break-words text-xl">{contact}</h3>
          {differentNames(group).length > 1 && <p>{say('The names of these leads differ.')}</p>}
          {group.map((lead) => (
            <HeldLeadCard
              key={lead.id}
              lead={lead}
              ticked={ticks.has(lead.id)}
              onTick={() => toggle(lead.id)}
            />
          ))}
        </section>
      ))}
      {accounts.map(({ username, name, role, createdAt }) => (
        <Card key={username} className="flex gap-3 p-4 md:p-5">
          <span className="pt-1">
            <Checkbox
              checked={ticks.has(username)}
              onCheckedChange={() => toggle(username)}
              label={say('Select account {username}', { username })}
            />
          </span>
          <div className="min-w-0">
            <h3 className="break-words text-xl">{say('Account {username}', { username })}</h3>
            <p className="text-ink-2">
              {name && `${name}, `}
              {role === 'admin'
                ? say(
                    'administrator since {moment}. Delete or disable it under Volunteers or Accounts.',
                    { moment: formatTimestamp(createdAt) },
                  )
                : say(
                    'volunteer since {moment}. Delete or disable it under Volunteers or Accounts.',
                    { moment: formatTimestamp(createdAt) },
                  )}
            </p>
          </div>
        </Card>
      ))}
      {erasing && <EraseDialog leads={selectedLeads} onClose={() => setErasing(false)} />}
    </section>
  );
}

interface HeldLeadCardProps {
  lead: StoredLeadDetails;
  ticked: boolean;
  onTick: () => void;
}

function HeldLeadCard({ lead, ticked, onTick }: HeldLeadCardProps) {
  const { event, draws } = lead;

  return (
    <Card aria-label={`${lead.name}, ${event.name}`} className="flex flex-col gap-4 p-4 md:p-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 gap-3">
          <span className="pt-1">
            <Checkbox
              checked={ticked}
              onCheckedChange={onTick}
              label={say('Select {name}, {event}', { name: lead.name, event: event.name })}
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
              {say('Won')}
            </Badge>
          )}
          <LeadStatusBadge status={lead.status} />
        </div>
      </header>
      <StoredLeadFacts lead={lead} />
    </Card>
  );
}

function EraseDialog({
  leads,
  onClose,
}: {
  leads: readonly StoredLeadDetails[];
  onClose: () => void;
}) {
  const won = leads.some(({ draws }) => draws.some((draw) => draw.won));
  const one = leads.length === 1;

  return (
    <ConfirmMutationDialog
      title={
        one
          ? say('Erase this lead?')
          : say('Erase {count} lead?', 'Erase {count} leads?', { count: leads.length })
      }
      description={
        one
          ? say(
              'The name, phone number and email of this lead are erased permanently. This action cannot be undone.',
            )
          : say(
              'The name, phone number and email of these leads are erased permanently. This action cannot be undone.',
            )
      }
      details={
        <div className="mt-3 flex flex-col gap-3">
          <ul className="border-edge border-s-2 ps-3 text-sm">
            {leads.map(({ id, name, event }) => (
              <li key={id} className="break-words">
                {name} · {event.name}
              </li>
            ))}
          </ul>
          {won && (
            <p className="text-ink-2">
              {say(
                'This person has won. The public record will show “Erased” instead of the name, and the draw can still be checked.',
              )}
            </p>
          )}
        </div>
      }
      confirmLabel={say('Erase')}
      mutation={{
        send: () => api.post('/api/people/erase', { body: { leadIds: leads.map(({ id }) => id) } }),
        success: (erased) => ({
          title: say('Erased'),
          description: say('{count} lead erased', '{count} leads erased', { count: erased.leads }),
        }),
        failure: say('Erasing failed'),
        changes: ['/api/people'],
      }}
      onClose={onClose}
    />
  );
}

/** The leads grouped by number, then by e-mail address. An invalid number can belong to two people in two countries. */
function groupLeads(
  leads: readonly StoredLeadDetails[],
): { contact: string; leads: StoredLeadDetails[] }[] {
  const groups = new Map<string, StoredLeadDetails[]>();
  for (const lead of leads) {
    const { number, email, event } = lead;
    const country = number.startsWith('+') ? '' : ` (${countryName(event.country)})`;
    const contact = `${number}${country} · ${email ?? say('no email')}`;
    groups.set(contact, [...(groups.get(contact) ?? []), lead]);
  }
  return [...groups]
    .sort(([one], [other]) => one.localeCompare(other, currentLanguage()))
    .map(([contact, group]) => ({ contact, leads: group }));
}

/** The names of the leads, each once, ignoring differences in spelling. */
function differentNames(leads: readonly StoredLeadDetails[]): string[] {
  const plain = ({ name }: StoredLeadDetails) => name.toLowerCase().replace(/\s+/g, ' ');
  return [...new Map(leads.map((lead) => [plain(lead), lead.name])).values()];
}
