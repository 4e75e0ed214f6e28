import type { OpenRollCall } from '@drawbridge/contract/raffle/roll-calls';
import { useQuery } from '@tanstack/react-query';
import { Check, Megaphone } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { readStored, writeStored } from '../../lib/device/storage.ts';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { useToastMutation } from '../../lib/queries/use-toast-mutation.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';

/** A roll call lasts minutes, and this screen has no live stream, which would keep a phone awake all day. */
const POLL_INTERVAL_MS = 15_000;

/** The open roll call of an event; null if there is none, or while it is not known. */
export function useOpenRollCall(eventId: string | undefined): OpenRollCall | null {
  const { data } = useQuery({
    ...apiQuery('/api/events/:eventId/roll-calls/current', { params: { eventId: eventId ?? '' } }),
    enabled: eventId !== undefined,
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: 'always',
  });
  return data?.current ?? null;
}

/** The bar above the leads while a roll call is open. */
export function RollCallBar() {
  return (
    <p
      role="status"
      className="flex items-start gap-3 border-b bg-accent-soft px-4 py-3 text-sm md:px-6"
    >
      <Megaphone aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
      <span className="min-w-0">
        <strong className="block font-semibold">{t('volunteer.rollCall')}</strong>
        {t('volunteer.rollCallHelp')}
      </span>
    </p>
  );
}

const storageKey = (rollCall: number, leadId: string) => `here ${rollCall} ${leadId}`;

interface IsHereButtonProps {
  rollCall: number;
  leadId: string;
  name: string;
}

/** Marks a lead as here, for somebody without a phone. A second press does no harm, so it is remembered in this tab. */
export function IsHereButton({ rollCall, leadId, name }: IsHereButtonProps) {
  const key = storageKey(rollCall, leadId);
  const [isHere, setIsHere] = useState(() => readStored(key, 'in this tab') !== null);
  const mark = useToastMutation({
    send: () => api.post('/api/leads/:leadId/here', { params: { leadId } }),
    failure: t('volunteer.notMarked'),
  });
  if (isHere) {
    return (
      <p role="status" className="flex min-h-11 items-center gap-1.5 font-semibold text-ok">
        <Check aria-hidden className="size-4 shrink-0" strokeWidth={3} />
        {t('volunteer.isHere')}
      </p>
    );
  }
  return (
    <Button
      size="small"
      variant="soft"
      aria-label={t('volunteer.isHereFor', { name })}
      pending={mark.isPending}
      onClick={() =>
        mark.mutate(undefined, {
          onSuccess: () => {
            writeStored(key, 'yes', 'in this tab');
            setIsHere(true);
          },
        })
      }
    >
      {t('volunteer.isHere')}
    </Button>
  );
}
