import { PRODUCT_NAME } from '@drawbridge/contract/product';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LogoutDialog } from '../../features/auth/logout-dialog.tsx';
import { ownAssignmentsQuery, ownLeadsQuery } from '../../features/collecting/api.ts';
import { CollectingSkeleton } from '../../features/collecting/collecting-skeleton.tsx';
import { EventLine } from '../../features/collecting/event-line.tsx';
import { EventPicker } from '../../features/collecting/event-picker.tsx';
import { keptDraft } from '../../features/collecting/lead-draft.ts';
import { LeadEntryForm } from '../../features/collecting/lead-entry-form.tsx';
import { NoAssignment } from '../../features/collecting/no-assignment.tsx';
import { RecentLeads } from '../../features/collecting/recent-leads.tsx';
import { readsOf } from '../../lib/reads.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { NotRefreshed } from '../../ui/not-refreshed.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';

export function VolunteerPage() {
  const [assignments, leads] = useQueries({ queries: [ownAssignmentsQuery, ownLeadsQuery] });
  // A volunteer with a draft comes back to its event.
  const [chosenId, setChosenId] = useState(() => keptDraft()?.eventId);
  const [loggingOut, setLoggingOut] = useState(false);
  const logOut = () => setLoggingOut(true);
  const dialog = loggingOut && <LogoutDialog onClose={() => setLoggingOut(false)} />;

  const reads = readsOf(assignments, leads);
  if (reads.failure) {
    return (
      <Frame onLogout={logOut} dialog={dialog}>
        <Card>
          <LoadFailure what="your events" error={reads.failure.error} onRetry={reads.retry} />
        </Card>
      </Frame>
    );
  }
  if (!assignments.data || !leads.data) {
    return (
      <Frame onLogout={logOut} dialog={dialog}>
        <CollectingSkeleton />
      </Frame>
    );
  }
  // If the assignment was revoked meanwhile, the first one is shown.
  const chosen =
    assignments.data.find(({ eventId }) => eventId === chosenId) ?? assignments.data[0];
  if (!chosen) {
    return (
      <Frame dialog={dialog}>
        <NotRefreshed reads={reads} />
        <NoAssignment onLogout={logOut} />
      </Frame>
    );
  }
  return (
    <Frame onLogout={logOut} dialog={dialog}>
      {assignments.data.length > 1 && (
        <EventPicker
          assignments={assignments.data}
          eventId={chosen.eventId}
          onChoose={setChosenId}
        />
      )}
      <EventLine event={chosen.event} />
      <LeadEntryForm event={chosen.event} />
      {/* Below the form, so that nothing moves under a finger. */}
      <NotRefreshed reads={reads} />
      <RecentLeads leads={leads.data} assignments={assignments.data} />
    </Frame>
  );
}

interface FrameProps {
  /** Missing if the screen itself has a log-out button. */
  onLogout?: () => void;
  dialog: ReactNode;
  children: ReactNode;
}

function Frame({ onLogout, dialog, children }: FrameProps) {
  return (
    <>
      <title>{`Leads · ${PRODUCT_NAME}`}</title>
      <header className="flex h-12 items-center gap-1 border-b bg-card px-4 md:h-16 md:gap-2">
        <h1 className="mr-auto flex">
          <Wordmark />
        </h1>
        <ThemeToggle />
        {onLogout && (
          <Button variant="quiet" onClick={onLogout}>
            Logout
          </Button>
        )}
      </header>
      <main className="mx-auto flex max-w-2xl flex-col gap-2 px-4 py-2 md:gap-4 md:py-8">
        {children}
      </main>
      {dialog}
    </>
  );
}
