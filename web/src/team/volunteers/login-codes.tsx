import { loginCodePath, PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Texts } from '@drawbridge/contract/languages/texts';
import type { LoginCodes, LoginCodesInput, Volunteer } from '@drawbridge/contract/team/volunteers';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LocalAddressWarning } from '../../events/sharing/local-address-warning.tsx';
import { usePublicOrigin } from '../../events/sharing/public-origin.ts';
import { api } from '../../lib/api/api-client.ts';
import { useIsLimited } from '../../lib/api/session.ts';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { formatTime, formatTimestamp } from '../../lib/texts/formats.ts';
import type { QrPath } from '../../lib/texts/qr-path.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import {
  attributesOf,
  PrintedPage,
  printedName,
  usePrintedLanguage,
} from '../../ui/printed-page/printed-page.tsx';
import { QrCanvas } from '../../ui/qr-codes/qr-canvas.tsx';
import { QrLink, QrLinkContext } from '../../ui/qr-codes/qr-link.tsx';

/** Not sent by `sendOnce`: a code whose response was lost is just not used. */
const useMakeLoginCodes = () =>
  useApiMutation({
    send: (body: LoginCodesInput) => api.post('/api/users/login-codes', { body }),
    failure: say('Could not create a login code'),
  });

interface LoginCodeDialogProps {
  volunteer: Volunteer;
  onClose: () => void;
}

/** A one-time code that logs in the phone on which it is scanned. */
export function LoginCodeDialog({ volunteer, onClose }: LoginCodeDialogProps) {
  const origin = usePublicOrigin();
  const { mutate: make, data, isError } = useMakeLoginCodes();
  const name = volunteer.name ?? volunteer.username;
  const [created] = data?.codes ?? [];
  const expired = useIsPast(data?.expiresAt);
  const use = useCodeUse(volunteer.id, data?.expiresAt);
  useEffect(() => make({ volunteerId: volunteer.id }), [make, volunteer.id]);

  return (
    <Dialog title={say('Log in on a phone')} description={name} onClose={onClose}>
      <DialogBody>
        {origin && <LocalAddressWarning origin={origin} />}
        {origin && created && !use && !expired && (
          <>
            <QrCanvas
              text={origin + loginCodePath(created.code, name)}
              label={say('Login code for {name}', { name })}
            />
            <p className="text-center">
              {say("Scan it with {name}'s phone. It works once, until {time}.", {
                name,
                time: formatTime(data?.expiresAt ?? ''),
              })}
            </p>
          </>
        )}
        {(use || expired || isError) && (
          <div className="flex flex-col items-center gap-4 py-8">
            <p role="status" className="text-center text-ink-2">
              {use
                ? say('Used: {name} logged in at {time} ({device}).', {
                    name,
                    time: formatTime(use.at),
                    device: use.details.device ?? '',
                  })
                : expired
                  ? say('This code has expired.')
                  : say('There is no code.')}
            </p>
            <Button
              variant={use ? 'secondary' : 'primary'}
              onClick={() => make({ volunteerId: volunteer.id })}
            >
              {say('Show a new code')}
            </Button>
          </div>
        )}
      </DialogBody>
    </Dialog>
  );
}

const TEN_MINUTES_MS = 10 * 60_000;
const WEEK_MS = 7 * 24 * 3_600_000;

/** The login with this code, according to the audit trail. */
function useCodeUse(volunteerId: string, expiresAt: string | undefined) {
  const from = expiresAt && new Date(Date.parse(expiresAt) - TEN_MINUTES_MS).toISOString();
  const { data } = useQuery({
    ...apiQuery('/api/audit', { query: { kind: 'login', actorId: volunteerId, from } }),
    enabled: expiresAt !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 2000,
  });
  return data?.find(({ details }) => details.by === 'QR code');
}

function useIsPast(moment: string | undefined): boolean {
  const [past, setPast] = useState<string>();
  useEffect(() => {
    if (!moment) return;
    const timer = setTimeout(() => setPast(moment), Date.parse(moment) - Date.now());
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== undefined && past === moment;
}

/** Prints a code for every volunteer of the event. Ten minutes are too short for paper, so the expiry is chosen. */
export function LoginSheet({ event }: { event: AdminEvent }) {
  const origin = usePublicOrigin();
  const [until, setUntil] = useState(`${event.date}T23:59`);
  const { mutate: make, data, isPending, reset } = useMakeLoginCodes();
  const limited = useIsLimited();
  const isFar = Date.parse(event.date) > Date.now() + WEEK_MS;
  const hints = [
    ...(limited ? [say('Excludes volunteers who also work at other events')] : []),
    ...(isFar ? [say('Print it in the week of the event: codes work for seven days')] : []),
  ];
  const { texts, field } = usePrintedLanguage(event);
  const [draw, setDraw] = useState<(text: string) => QrPath>();
  useEffect(() => {
    import('../../lib/texts/qr-path.ts').then(
      ({ qrPath }) => setDraw(() => qrPath),
      () => {},
    );
  }, []);

  return (
    <form
      onSubmit={(press) => {
        press.preventDefault();
        make({ eventId: event.id, until: new Date(until).toISOString() });
      }}
      className="mt-5 flex flex-wrap items-end gap-3 border-t pt-5"
    >
      <Field label={say('Login codes valid until')}>
        <Input
          type="datetime-local"
          required
          max={`${event.date}T23:59`}
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
      </Field>
      {field}
      <Button
        icon={Printer}
        type="submit"
        disabled={isFar}
        pending={isPending || data !== undefined}
      >
        {say('Print login sheet')}
      </Button>
      {hints.length > 0 && <p className="basis-full text-ink-2 text-sm">{hints.join('. ')}</p>}
      {data && origin && draw && texts && (
        <QrLinkContext value={(path) => draw(origin + path)}>
          <PrintedSheet event={event} texts={texts} sheet={data} origin={origin} onDone={reset} />
        </QrLinkContext>
      )}
    </form>
  );
}

interface PrintedSheetProps {
  event: AdminEvent;
  texts: Texts;
  sheet: LoginCodes;
  origin: string;
  onDone: () => void;
}

function PrintedSheet({ event, texts, sheet, origin, onDone }: PrintedSheetProps) {
  return (
    <PrintedPage ready onDone={onDone}>
      <div className="login-sheet" {...attributesOf(texts)}>
        <h1>{printedName(event, texts)}</h1>
        <p>
          {texts.text('poster.logIn', {
            product: PRODUCT_NAME,
            moment: formatTimestamp(sheet.expiresAt, texts),
          })}
        </p>
        <ul>
          {sheet.codes.map(({ volunteerId, name, username, code }) => (
            <li key={volunteerId}>
              <QrLink path={loginCodePath(code, name ?? username)} origin={origin} label="" />
              <strong>{name ?? username}</strong>
              {username}
            </li>
          ))}
        </ul>
      </div>
    </PrintedPage>
  );
}
