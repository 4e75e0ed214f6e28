import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Sponsor } from '@drawbridge/contract/events/sponsors';
import type { Sharing } from '@drawbridge/contract/outreach/sponsor-pages';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { classNames } from '../../lib/class-names.ts';
import { apiQuery, removeRow } from '../../lib/queries/query-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Resource } from '../../ui/resource.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { SHARING, ShareLeads, shareHeading, summaryOf } from './share-leads.tsx';
import { SPONSORS, SponsorForm, sponsorsQuery } from './sponsor-form.tsx';

interface ManageSponsorsDialogProps {
  event: AdminEvent;
  onClose: () => void;
}

export function ManageSponsorsDialog({ event, onClose }: ManageSponsorsDialogProps) {
  const [shared, setShared] = useShared(event);
  // The sharing replaces the list instead of opening above it; closing it leads back to the list.
  if (shared) {
    return (
      <Dialog wide {...shareHeading(shared)} onClose={() => setShared(undefined)}>
        <ShareLeads {...shared} />
      </Dialog>
    );
  }
  return (
    <Dialog title={say('Manage Sponsors')} description={event.name} onClose={onClose}>
      <DialogBody>
        <SponsorList event={event} onShare={setShared} />
      </DialogBody>
    </Dialog>
  );
}

/** The sponsors of an event, on its page. */
export function SponsorsPanel({ event }: { event: AdminEvent }) {
  const [shared, setShared] = useShared(event);
  return (
    <>
      <SponsorList event={event} onShare={setShared} />
      {shared && (
        <Dialog wide {...shareHeading(shared)} onClose={() => setShared(undefined)}>
          <ShareLeads {...shared} />
        </Dialog>
      )}
    </>
  );
}

const sharingQuery = (eventId: string) => apiQuery(SHARING, { query: { eventId } });

/** The sponsor whose sharing is open, by its id, and its current sharing. */
function useShared(event: AdminEvent) {
  const [id, setId] = useState<string>();
  const { data: sponsors = [] } = useQuery(sponsorsQuery(event.id));
  const { data: all = [] } = useQuery(sharingQuery(event.id));
  const sponsor = sponsors.find((each) => each.id === id);
  const sharing = all.find(({ sponsorId }) => sponsorId === id);
  return [sponsor && sharing && { sponsor, event, sharing }, setId] as const;
}

interface SponsorListProps {
  event: AdminEvent;
  onShare: (sponsorId: string) => void;
}

function SponsorList({ event, onShare }: SponsorListProps) {
  const sponsors = useQuery(sponsorsQuery(event.id));
  const { data: sharing = [] } = useQuery(sharingQuery(event.id));
  const [editedId, setEditedId] = useState<string>();
  const [adding, setAdding] = useState(false);
  const edited = sponsors.data?.find(({ id }) => id === editedId);

  return (
    <Resource
      reads={[sponsors]}
      what={{ loading: say('Loading sponsors'), failed: say('Failed to fetch sponsors') }}
    >
      {(rows) => (
        <>
          <section aria-labelledby="current-sponsors">
            <h3 id="current-sponsors" className="mb-2 text-lg">
              {say('Current Sponsors ({rows})', { rows: rows.length })}
            </h3>
            {rows.length === 0 ? (
              <p className="text-ink-2">
                {say('No sponsors yet. Their logos appear on the lead form and the raffle page.')}
              </p>
            ) : (
              <ul className="divide-y divide-line rounded-m border">
                {rows.map((sponsor) => (
                  <SponsorRow
                    key={sponsor.id}
                    sponsor={sponsor}
                    sharing={sharing.find(({ sponsorId }) => sponsorId === sponsor.id)}
                    edited={sponsor === edited}
                    onShare={() => onShare(sponsor.id)}
                    onEdit={() => setEditedId(sponsor.id)}
                    onRemoved={() => sponsor === edited && setEditedId(undefined)}
                  />
                ))}
              </ul>
            )}
          </section>
          {adding || editedId !== undefined || rows.length === 0 ? (
            <SponsorForm
              // The key is the id instead of the sponsor, so that the input stays if somebody else deletes the sponsor.
              key={editedId ?? 'new'}
              eventId={event.id}
              position={rows.length}
              sponsor={edited}
              onDone={() => {
                setEditedId(undefined);
                setAdding(editedId === undefined);
              }}
            />
          ) : (
            <Button icon={Plus} className="md:self-start" onClick={() => setAdding(true)}>
              {say('Add Sponsor')}
            </Button>
          )}
        </>
      )}
    </Resource>
  );
}

interface SponsorRowProps {
  sponsor: Sponsor;
  sharing: Sharing | undefined;
  /** True if this sponsor is in the form. */
  edited: boolean;
  onShare: () => void;
  onEdit: () => void;
  onRemoved: () => void;
}

function SponsorRow({ sponsor, sharing, edited, onShare, onEdit, onRemoved }: SponsorRowProps) {
  const params = { sponsorId: sponsor.id };
  const removeSponsor = useApiMutation({
    send: () => api.delete('/api/sponsors/:sponsorId', { params }),
    show: () => removeRow(SPONSORS, sponsor.id),
    success: { title: say('Sponsor removed') },
    undo: () => ({
      send: () => api.post('/api/sponsors/:sponsorId/restore', { params }),
      done: say('Sponsor restored'),
      failure: say('Failed to restore sponsor'),
    }),
    failure: say('Failed to remove sponsor'),
    changes: [SPONSORS],
  });
  const name = sponsor.name ?? say('Unnamed sponsor');

  return (
    <li className={classNames('first:rounded-t-m last:rounded-b-m', edited && 'bg-accent-soft')}>
      <div className="flex items-center gap-3.5 py-2 pe-1.5 ps-2.5">
        {/* Logos are designed for paper, so they get a light background in the dark theme too. */}
        <span className="light flex h-12 w-20 shrink-0 items-center justify-center rounded-s border bg-card p-1.5">
          <img src={sponsor.logo} alt="" className="max-h-full max-w-full object-contain" />
        </span>
        <p
          className={classNames(
            'line-clamp-2 min-w-0 flex-1 break-words',
            sponsor.name ? 'font-medium' : 'text-ink-2',
          )}
        >
          {name}
        </p>
        <div className="flex shrink-0">
          <IconButton icon={Pencil} label={say('Edit {name}', { name })} onClick={onEdit} />
          <IconButton
            icon={Trash2}
            danger
            label={say('Delete {name}', { name })}
            pending={removeSponsor.isPending}
            onClick={() => removeSponsor.mutate(undefined, { onSuccess: onRemoved })}
          />
        </div>
      </div>
      {sharing && (
        <Button
          icon={Share2}
          variant="quiet"
          size="small"
          onClick={onShare}
          className="mx-1.5 mb-1.5 h-auto min-h-11 max-w-full whitespace-normal py-1.5 text-start font-normal md:h-auto md:min-h-8"
        >
          <span>
            <RichText
              text={say('<share>Share leads</share> <with>with {name}</with>', { name })}
              tags={{
                share: (part) => <span className="font-semibold">{part}</span>,
                with: (part) => <span className="sr-only">{part}</span>,
              }}
            />{' '}
            · {summaryOf(sharing)}
          </span>
        </Button>
      )}
    </li>
  );
}
