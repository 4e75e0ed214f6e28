import type { LeadFilters, LeadTally } from '@drawbridge/contract/collecting/lead-lists';
import { english } from '@drawbridge/contract/languages/english';
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../lib/api/api-client.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, NoticeDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import {
  type ListedLeads,
  leadCountsQuery,
  totalOf,
  useDeleteMatching,
  usePromoteMatching,
} from './api.ts';

const ExportDialog = lazyDialog(() => import('./dialogs/export-dialog.tsx'), 'ExportDialog');
const SetChancesDialog = lazyDialog(
  () => import('./dialogs/set-chances-dialog.tsx'),
  'SetChancesDialog',
);

interface AllMatchingProps {
  list: ListedLeads;
  /** The most chances that a person can have; with one, chances cannot be set. */
  maxChances: number;
}

/** The actions on the whole list, once it is filtered. */
export function AllMatching({ list, maxChances }: AllMatchingProps) {
  const [does, setDoes] = useState<keyof typeof texts | 'chances' | 'export'>();
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
                  label: say('Promote'),
                  hint: say('Only verified leads'),
                  onSelect: () => setDoes('promote'),
                },
              ]
            : []),
          {
            label: say('Export…'),
            onSelect: () => setDoes('export'),
          },
          ...(maxChances > 1
            ? [
                {
                  label: say('Set chances…'),
                  hint: say('Except winners and leads in a sealed draw'),
                  onSelect: () => setDoes('chances'),
                },
              ]
            : []),
          { label: say('Delete'), hint: say('Except winners'), onSelect: () => setDoes('delete') },
        ]}
      >
        <Button
          icon={ListChecks}
          size="small"
          variant="quiet"
          aria-label={say('All matching leads')}
        >
          <span className="@max-5xl:hidden">{say('All matching leads')}</span>
        </Button>
      </Menu>
      {does === 'export' ? (
        <ExportDialog list={list} onClose={() => setDoes(undefined)} />
      ) : does === 'chances' ? (
        <SetChancesDialog
          filter={list.filter}
          maxChances={maxChances}
          onClose={() => setDoes(undefined)}
        />
      ) : (
        does && <BulkDialog does={does} filter={list.filter} onClose={() => setDoes(undefined)} />
      )}
    </>
  );
}

const texts = {
  promote: {
    title: english('Promote all matching leads?'),
    confirmLabel: english('Promote'),
    describe: (count: number) =>
      say(
        'This will promote {count} lead. Promoted leads are no longer in the draw.',
        'This will promote {count} leads. Promoted leads are no longer in the draw.',
        { count },
      ),
    none: english('None of the matching leads are verified.'),
    details: undefined,
  },
  delete: {
    title: english('Are you sure?'),
    confirmLabel: english('Delete'),
    describe: (count: number) =>
      say(
        'This will permanently delete {count} lead. This action cannot be undone.',
        'This will permanently delete {count} leads. This action cannot be undone.',
        { count },
      ),
    none: english('No leads match any more.'),
    details: english('Winning leads and leads in an event with a sealed draw are not deleted.'),
  },
};

interface BulkDialogProps {
  does: keyof typeof texts;
  filter: LeadFilters;
  onClose: () => void;
}

/** Counts the leads when it opens, and changes exactly these: leads that arrive later are excluded. */
function BulkDialog({ does, filter, onClose }: BulkDialogProps) {
  const { title, confirmLabel, describe, none, details } = texts[does];
  const { isPending, mutate } = { promote: usePromoteMatching(), delete: useDeleteMatching() }[
    does
  ];
  const wanted: LeadFilters = does === 'promote' ? { ...filter, status: 'verified' } : filter;
  const counting = useQuery({ ...leadCountsQuery(wanted), staleTime: 0 });
  const [counted, setCounted] = useState<LeadTally>();
  if (!counted && counting.data && counting.isFetchedAfterMount) setCounted(counting.data);
  const count = counted && totalOf(counted);
  const problem =
    count === 0 ? say(none) : !counted && counting.error && sentenceOf(counting.error);

  if (problem) return <NoticeDialog title={say(title)} text={problem} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={say(title)}
      description={count === undefined ? say('Counting the leads…') : describe(count)}
      details={details && <p className="mt-2 text-ink-2">{say(details)}</p>}
      confirmLabel={say(confirmLabel)}
      destructive={does === 'delete'}
      pending={isPending || count === undefined}
      onConfirm={() =>
        counted &&
        mutate({ ...wanted, count: totalOf(counted), at: counted.at }, { onSettled: onClose })
      }
      onClose={onClose}
    />
  );
}
