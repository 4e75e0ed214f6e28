import { PRODUCT_NAME, pages } from '@drawbridge/contract/core/pages';
import { useQueries } from '@tanstack/react-query';
import { CircleQuestionMark, Settings } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import {
  numbersQuery,
  ownAssignmentsQuery,
  ownLeadsQuery,
  refetchOwn,
  showArrived,
} from '../../collecting/capture/api.ts';
import {
  CollectingSkeleton,
  EventLine,
  EventPicker,
  NoAssignment,
  useChosenEvent,
} from '../../collecting/capture/event-picker.tsx';
import { LeadEntryForm } from '../../collecting/capture/lead-entry-form.tsx';
import { useOfflineStart } from '../../collecting/capture/offline-start.ts';
import { onArrival } from '../../collecting/capture/outbox/outbox.ts';
import { OutboxLine, OutboxNotes } from '../../collecting/capture/outbox/outbox-line.tsx';
import {
  EditUnsentDialog,
  UnsentLeadsDialog,
} from '../../collecting/capture/outbox/unsent-leads-dialog.tsx';
import { useHeartbeat, useOutbox } from '../../collecting/capture/outbox/use-outbox.ts';
import { RecentLeads } from '../../collecting/capture/recent-leads.tsx';
import { readsOf } from '../../lib/queries/use-read.ts';
import { t } from '../../lib/texts/texts.ts';
import { LogoutDialog } from '../../login/logout-dialog.tsx';
import { HandOverButton } from '../../raffle/handover/hand-over-button.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LanguageSwitch } from '../../ui/frame/language-switch.tsx';
import { ThemeToggle } from '../../ui/frame/theme-toggle.tsx';
import { Wordmark } from '../../ui/frame/wordmark.tsx';
import { LoadFailure, NotRefreshed } from '../../ui/resource.tsx';

type OpenDialog = { name: 'logout' | 'unsent' } | { name: 'edit'; leadId: string };

export function VolunteerPage() {
  const [assignments, leads, numbers] = useQueries({
    queries: [ownAssignmentsQuery, ownLeadsQuery, numbersQuery],
  });
  const outbox = useOutbox();
  const unsent = outbox.state.waiting + outbox.state.refused;
  const { chosen, choose } = useChosenEvent(assignments.data);
  const [open, setOpen] = useState<OpenDialog>();
  const logOut = () => setOpen({ name: 'logout' });
  const close = () => setOpen(undefined);

  useHeartbeat(chosen?.eventId);
  const filesReady = useOfflineStart();
  useEffect(() => onArrival(showArrived), []);
  // All entries were sent, or the network is back: data that others changed is refetched too.
  useOnceTrue(outbox.state.online && outbox.state.waiting === 0, refetchOwn);

  const dialog = open?.name === 'logout' && (
    <LogoutDialog
      note={unsent > 0 ? t('volunteer.notSentYet', { count: unsent }) : undefined}
      onClose={close}
    />
  );

  const reads = {
    ...readsOf(assignments, leads),
    // The form works without the list of leads.
    outdated: assignments.isError || leads.isError,
  };
  if (!assignments.data) {
    return (
      <Frame onLogout={logOut} dialog={dialog}>
        {assignments.error ? (
          <Card>
            <LoadFailure
              title={t('volunteer.eventsFailed')}
              error={assignments.error}
              onRetry={reads.retry}
            />
          </Card>
        ) : (
          <CollectingSkeleton />
        )}
      </Frame>
    );
  }
  const ready = filesReady && leads.data !== undefined && numbers.data !== undefined;
  const edited =
    open?.name === 'edit' ? outbox.leads.find(({ id }) => id === open.leadId) : undefined;
  const line = (
    <OutboxLine state={outbox.state} ready={ready} onDetails={() => setOpen({ name: 'unsent' })} />
  );
  const dialogs = (
    <>
      {dialog}
      {open?.name === 'unsent' && (
        <UnsentLeadsDialog
          leads={outbox.leads}
          onEdit={({ id }) => setOpen({ name: 'edit', leadId: id })}
          onClose={close}
        />
      )}
      {edited && (
        <EditUnsentDialog
          lead={edited}
          event={assignments.data.find(({ eventId }) => eventId === edited.eventId)?.event}
          onClose={() => setOpen({ name: 'unsent' })}
        />
      )}
    </>
  );
  if (!chosen) {
    return (
      <Frame dialog={dialogs} bar={unsent > 0 && line}>
        <NotRefreshed reads={reads} />
        <NoAssignment onLogout={logOut} />
        <OutboxNotes others={outbox.others} />
      </Frame>
    );
  }
  return (
    <Frame onLogout={logOut} dialog={dialogs} bar={line}>
      {/* The line comes first, because a toast at the edge of a phone would cover the list of events. */}
      <EventLine event={chosen.event} />
      {assignments.data.length > 1 && (
        <EventPicker assignments={assignments.data} eventId={chosen.eventId} onChoose={choose} />
      )}
      <LeadEntryForm
        event={chosen.event}
        unsent={outbox.leads}
        known={{ leads: leads.data ?? [], phoneHashes: numbers.data ?? {} }}
      />
      <HandOverButton eventId={chosen.eventId} />
      {/* The notice is below the form, so that nothing moves under a finger. */}
      <NotRefreshed reads={reads} />
      {(leads.data || leads.isError) && (
        <RecentLeads
          leads={leads.data ?? []}
          unsent={outbox.leads}
          assignments={assignments.data}
          chosen={chosen}
        />
      )}
      <OutboxNotes others={outbox.others} />
    </Frame>
  );
}

/** Calls back whenever the condition turns true, but not if it is true from the start. */
function useOnceTrue(condition: boolean, then: () => void): void {
  const before = useRef(condition);
  const latest = useRef(then);
  latest.current = then;
  useEffect(() => {
    if (condition && !before.current) latest.current();
    before.current = condition;
  }, [condition]);
}

interface FrameProps {
  /** The logout handler; missing if the screen itself has a logout button. */
  onLogout?: () => void;
  dialog: ReactNode;
  /** A bar at the lower edge of the screen, at any scroll position. */
  bar?: ReactNode;
  children: ReactNode;
}

function Frame({ onLogout, dialog, bar, children }: FrameProps) {
  return (
    <>
      <title>{`${t('volunteer.leads')} · ${PRODUCT_NAME}`}</title>
      <header className="flex h-12 items-center gap-1 border-b bg-card px-4 md:h-16 md:gap-2">
        <h1 className="me-auto flex">
          <Wordmark />
        </h1>
        <ThemeToggle />
        <Link
          to={pages.volunteerSettings}
          aria-label={t('volunteer.settings')}
          className={buttonClasses('quiet', 'medium')}
        >
          <Settings aria-hidden />
        </Link>
        {onLogout && (
          <Button variant="quiet" onClick={onLogout}>
            {t('workspace.logout')}
          </Button>
        )}
      </header>
      <main className="mx-auto flex max-w-2xl flex-col gap-2 px-4 py-2 md:gap-4 md:py-8">
        {children}
        <Link to={pages.help} className={`${buttonClasses('quiet', 'small')} self-center`}>
          <CircleQuestionMark aria-hidden />
          {t('volunteer.help')}
        </Link>
        <LanguageSwitch />
      </main>
      {bar}
      {dialog}
    </>
  );
}
