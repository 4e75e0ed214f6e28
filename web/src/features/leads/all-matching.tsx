import type { LeadFilters } from '@drawbridge/contract/lead-lists';
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../lib/api-client.ts';
import { countOf } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, NoticeDialog } from '../../ui/confirm-dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import {
  type ListedLeads,
  leadCountsQuery,
  PROMOTED_HINT,
  totalOf,
  useDeleteMatching,
  usePromoteMatching,
} from './api.ts';
import { useSaveLeads } from './export-leads.tsx';

/** What can be done with the whole list, once it is one that somebody has chosen. */
export function AllMatching({ list }: { list: ListedLeads }) {
  const [does, setDoes] = useState<'promote' | 'delete'>();
  const { saveListed } = useSaveLeads(list);
  const { status, eventId } = list.filter;
  const chosen = Object.keys(list.filter).length > 1 || eventId !== 'all';
  if (!chosen) return null;

  return (
    <>
      <Menu
        items={[
          ...(status === undefined || status === 'verified'
            ? [
                {
                  label: 'Promote',
                  hint: 'The verified ones among them',
                  onSelect: () => setDoes('promote'),
                },
              ]
            : []),
          {
            label: 'Export',
            hint: 'CSV with answers, as listed on this screen',
            onSelect: () => saveListed('csv'),
          },
          { label: 'Delete', hint: 'All but winners', onSelect: () => setDoes('delete') },
        ]}
      >
        <Button size="small" variant="quiet" aria-label="All that match">
          <ListChecks aria-hidden />
          <span className="max-sm:hidden">All that match</span>
        </Button>
      </Menu>
      {does === 'promote' && (
        <PromoteDialog filter={list.filter} onClose={() => setDoes(undefined)} />
      )}
      {does === 'delete' && (
        <DeleteDialog filter={list.filter} onClose={() => setDoes(undefined)} />
      )}
    </>
  );
}

interface BulkDialogProps {
  filter: LeadFilters;
  onClose: () => void;
}

function PromoteDialog({ filter, onClose }: BulkDialogProps) {
  const { isPending, mutate } = usePromoteMatching();
  return (
    <CountedDialog
      filter={{ ...filter, status: 'verified' }}
      none="None of the leads that match is verified."
      title="Promote all that match?"
      describe={(leads) => `This will promote ${leads}. ${PROMOTED_HINT}.`}
      confirmLabel="Promote"
      pending={isPending}
      onConfirm={(counted) => mutate(counted, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ filter, onClose }: BulkDialogProps) {
  const { isPending, mutate } = useDeleteMatching();
  return (
    <CountedDialog
      destructive
      filter={filter}
      none="No leads match any more."
      title="Are you sure?"
      describe={(leads) => `This will permanently delete ${leads}. This action cannot be undone.`}
      details="Leads that have won stay, and so do those of an event with a sealed draw."
      confirmLabel="Delete"
      pending={isPending}
      onConfirm={(counted) => mutate(counted, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}

interface CountedDialogProps extends BulkDialogProps {
  title: string;
  /** What is said if there are none. */
  none: string;
  /** What will happen to '12 leads'. */
  describe: (leads: string) => string;
  details?: string;
  confirmLabel: string;
  destructive?: boolean;
  pending: boolean;
  onConfirm: (counted: Parameters<ReturnType<typeof usePromoteMatching>['mutate']>[0]) => void;
}

/** Counts the leads when it opens. Exactly those are sent: what comes later is neither seen nor changed. */
function CountedDialog(props: CountedDialogProps) {
  const { filter, none, describe, details, pending, onConfirm, ...dialog } = props;
  const counting = useQuery({ ...leadCountsQuery(filter), staleTime: 0 });
  // What was counted earlier is not shown, and while they are being changed, the first count stays.
  const [counted, setCounted] = useState<typeof counting.data>();
  if (!counted && counting.data && counting.isFetchedAfterMount) setCounted(counting.data);
  const count = counted && totalOf(counted);

  if (counting.isError && !counted) {
    return (
      <NoticeDialog {...dialog} title="Could not count leads" text={sentenceOf(counting.error)} />
    );
  }
  if (count === 0) return <NoticeDialog {...dialog} text={none} />;
  return (
    <ConfirmDialog
      {...dialog}
      description={count === undefined ? 'Counting the leads…' : describe(countOf(count, 'lead'))}
      details={details && <p className="mt-2 text-ink-2">{details}</p>}
      pending={pending || count === undefined}
      onConfirm={() => counted && onConfirm({ ...filter, count: totalOf(counted), at: counted.at })}
    />
  );
}
