// Loaded only on a shared tablet.
import { pages, ticketPath } from '@drawbridge/contract/core/pages';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { api, hasCode, sentenceOf } from '../../lib/api/api-client.ts';
import { startSession, useSession } from '../../lib/api/session.ts';
import { fillScreen, useStayAwake } from '../../lib/device/screen.ts';
import { listen } from '../../lib/queries/listen.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import type { SavedTicket } from '../../raffle/tickets/saved-entry-codes.ts';
import { Button } from '../../ui/button.tsx';
import { EntryCodeText } from '../../ui/code-text.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { Ticket, TicketPerforation } from '../../ui/frame/ticket.tsx';
import { QrLink } from '../../ui/qr-codes/qr-link.tsx';
import './kiosk.css';

const TICKET_MS = 20_000;

interface KioskProps {
  /** The ticket of the person who has just entered; without one, the form is shown. */
  ticket?: SavedTicket;
  onDone: () => void;
  /** The sponsors, below the ticket. */
  children?: ReactNode;
}

/** The form on a shared tablet: it fills the screen, stays awake and stores no ticket. */
export function Kiosk({ ticket, ...rest }: KioskProps) {
  const { user } = useSession();
  useStayAwake();
  useEffect(() => listen(window, { click: fillScreen }), []);

  return (
    <>
      {ticket && <KioskTicket ticket={ticket} {...rest} />}
      {user && <Leave username={user.username} />}
    </>
  );
}

/** The ticket of the person in front of a shared tablet, to take along; it disappears soon. */
function KioskTicket({ ticket, onDone, children }: KioskProps & { ticket: SavedTicket }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    const timer = setTimeout(onDone, TICKET_MS);
    return () => clearTimeout(timer);
  }, [onDone]);

  return (
    <div className="flex flex-col gap-5">
      <Ticket className="animate-rise text-center">
        <div className="px-6 pt-6 pb-5">
          <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
            {t('visitor.thankYou')}
          </h1>
          <p className="mt-2 text-pretty text-ink-2">{t('visitor.entered')}</p>
          <p className="mt-1 text-pretty text-ink-2">{t('visitor.notVerifiedWhy')}</p>
        </div>
        <TicketPerforation notches />
        <div className="flex flex-col items-center gap-2 p-5">
          <QrLink
            path={ticketPath(ticket.eventId, ticket.code, ticket.name)}
            label={t('visitor.codeAsQr')}
            className="w-52 max-w-full rounded-s border"
          />
          {ticket.ticket && (
            <p className="font-bold font-display text-3xl">{ticketName(ticket.ticket)}</p>
          )}
          <p className="max-w-full break-words font-semibold text-lg">
            <bdi>{ticket.name}</bdi>
          </p>
          <EntryCodeText code={ticket.code} />
          <p className="text-pretty text-ink-2 text-sm">{t('workspace.takeAlong')}</p>
        </div>
      </Ticket>
      <Button variant="primary" size="large" onClick={onDone}>
        {t('workspace.done')}
      </Button>
      {children}
      <p className="text-pretty text-center text-ink-2">{t('visitor.goodLuck')}</p>
    </div>
  );
}

/** Leaving asks for the password, because visitors use the tablet. */
function Leave({ username }: { username: string }) {
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function leave(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    try {
      const response = await api.post('/api/auth/login', { body: { username, password } });
      // The new session replaces the open one.
      await api.post('/api/auth/logout').catch(() => {});
      startSession(response.token, response.user);
    } catch (error) {
      // A second factor is requested only after the right password.
      const right = hasCode(error, 'second-factor-required') || hasCode(error, 'passkey-required');
      if (!right) return setRefusal(sentenceOf(error, t('workspace.invalidCredentials')));
    }
    location.assign(pages.home);
  }

  return (
    <footer className="mx-auto flex w-full max-w-115 flex-col items-center px-5 pt-5">
      {asking ? (
        <form
          onSubmit={leave}
          aria-label={t('workspace.leaveForm')}
          className="flex w-full flex-col gap-3 sm:px-8"
        >
          <Field label={t('workspace.passwordOf', { name: username })} error={refusal} required>
            <Input name="password" type="password" dir="ltr" autoComplete="off" autoFocus />
          </Field>
          <div className="flex gap-2">
            <Button type="submit">{t('workspace.leave')}</Button>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {t('workspace.cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
          {t('workspace.leave')}
        </Button>
      )}
    </footer>
  );
}
