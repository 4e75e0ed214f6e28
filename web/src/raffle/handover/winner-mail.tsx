import type { WinnerMail } from '@drawbridge/contract/outreach/mail';
import type { Winner } from '@drawbridge/contract/raffle/winners';
import { useState } from 'react';
import { formatTimestamp } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useMailWinner } from './api.ts';

interface WinnerMailStateProps {
  eventId: string;
  winner: Winner;
  /** The state of the last mail to the winner, if there was one. */
  mail: WinnerMail | undefined;
}

/** Notifies a winner by mail, and shows the state of that mail. */
export function WinnerMailState({ eventId, winner, mail }: WinnerMailStateProps) {
  const { name, email, number, place, forfeited } = winner;
  const [asking, setAsking] = useState(false);
  const mailWinner = useMailWinner(eventId);
  const close = () => setAsking(false);
  if (!email) return null;
  const open = !mail || mail.state === 'bounced' || mail.state === 'failed';

  return (
    <div className="mt-1.5 flex min-w-0 flex-col items-start gap-1.5">
      {mail && <Outcome mail={mail} />}
      {open && !forfeited && (
        <Button
          size="small"
          aria-label={t('presenter.mailWinnerFor', { name })}
          onClick={() => setAsking(true)}
        >
          {t('presenter.mailWinner')}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={t('presenter.mailWinnerTitle', { name })}
          description={t('presenter.mailWinnerHelp', { email })}
          confirmLabel={t(mailWinner.isPending ? 'presenter.mailSending' : 'presenter.mailSend')}
          pending={mailWinner.isPending}
          onConfirm={() => mailWinner.mutate({ number, place, email }, { onSettled: close })}
          onClose={close}
        />
      )}
    </div>
  );
}

function Outcome({ mail: { state, at, error } }: { mail: WinnerMail }) {
  if (state === 'unwanted') return <Badge>{t('presenter.mailUnwanted')}</Badge>;
  if (state === 'sent' || state === 'waiting') {
    return (
      <>
        <Badge tone={state === 'sent' ? 'ok' : 'wait'} dot>
          {t(state === 'sent' ? 'presenter.mailSent' : 'presenter.mailWaiting')}
        </Badge>
        <p className="break-words text-ink-2 text-xs">
          {state === 'sent' ? formatTimestamp(at) : error}
        </p>
      </>
    );
  }
  const text = state === 'bounced' ? 'presenter.mailBounced' : 'presenter.mailGivenUp';
  return (
    <p className="text-danger text-sm [overflow-wrap:anywhere]">
      {t(text, { error: error ?? '' })}
    </p>
  );
}
