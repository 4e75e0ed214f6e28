import type { OpenRollCall } from '@drawbridge/contract/raffle/roll-calls';
import { UserRoundCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { followLive } from '../../lib/queries/live.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { t } from '../../lib/texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

/** The open roll call of an event, as its live stream tells it; undefined if none is open or there is no network. */
export function useRollCall(eventId: string | undefined): OpenRollCall | undefined {
  const [open, setOpen] = useState<{ eventId: string; current: OpenRollCall | null }>();
  useEffect(() => {
    if (!eventId) return;
    return followLive(
      eventId,
      (kind, data) => {
        const told = data as { current?: OpenRollCall | null; rollCall?: OpenRollCall | null };
        if (kind === 'roll-call') setOpen({ eventId, current: told.current ?? null });
        if (kind === 'snapshot') setOpen({ eventId, current: told.rollCall ?? null });
      },
      (connected) => connected || setOpen(undefined),
    );
  }, [eventId]);
  return open?.eventId === eventId ? (open?.current ?? undefined) : undefined;
}

/** Says that a roll call is open, above the leads that can be marked as here. */
export function RollCallBar() {
  return (
    <p role="status" className="border-b bg-ok-soft px-4 py-3 text-ok md:px-6">
      <span className="font-semibold">{t('volunteer.rollCallOpen')}</span>
      <span className="block text-ink text-sm">{t('volunteer.rollCallHelp')}</span>
    </p>
  );
}

interface HereButtonProps {
  lead: { id: string; name: string };
  /** The leads that this device has marked in the open roll call. */
  marked: ReadonlySet<string>;
  onMarked: (id: string) => void;
}

/** Marks a lead as here on behalf of the person. */
export function HereButton({ lead: { id, name }, marked, onMarked }: HereButtonProps) {
  const { isPending, mutate } = useApiMutation({
    send: () => api.post('/api/leads/:leadId/here', { params: { leadId: id } }),
    success: { title: t('volunteer.markedHere', { name }) },
    failure: t('volunteer.notMarkedHere'),
  });
  if (marked.has(id)) {
    return (
      <Badge tone="ok" icon={UserRoundCheck}>
        {t('volunteer.here')}
      </Badge>
    );
  }
  return (
    <Button
      size="small"
      pending={isPending}
      aria-label={t('volunteer.markHere', { name })}
      onClick={() => mutate(undefined, { onSuccess: () => onMarked(id) })}
    >
      {t('volunteer.here')}
    </Button>
  );
}
