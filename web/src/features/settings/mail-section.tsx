import { type MailStatus, mailKinds } from '@drawbridge/contract/mail';
import { useQuery } from '@tanstack/react-query';
import { countOf, formatMoment } from '../../lib/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Resource } from '../../ui/empty-state.tsx';
import { mailStatusQuery, ownAccountQuery, useTestMail } from './api.ts';
import { SettingsSection } from './settings-section.tsx';

const states = {
  waiting: ['wait', 'Tried again'],
  sent: ['ok', 'Sent'],
  bounced: ['danger', 'Bounced'],
  failed: ['danger', 'Given up'],
} as const;

/** Whether mail goes out, what waits, and what could not be sent. */
export function MailSection() {
  const status = useQuery(mailStatusQuery);
  const account = useQuery(ownAccountQuery);
  const test = useTestMail();
  const { data } = status;
  const address = account.data?.email;

  return (
    <SettingsSection
      title="Mail"
      help="Receipts, messages to winners, log-in links and links for new passwords."
      aside={data && <Badge tone={data.on ? 'ok' : 'mute'}>{data.on ? 'On' : 'Off'}</Badge>}
    >
      <Resource reads={[status]} what="the state of mail">
        {({ from, waiting, troubled }) => (
          <>
            <p className="break-words">
              From <strong className="[overflow-wrap:anywhere]">{from}</strong>.{' '}
              {waiting === 0 ? 'Nothing waits.' : `${countOf(waiting, 'mail')} waiting.`}
            </p>
            <Troubled mails={troubled} />
            <div className="flex flex-col items-start gap-2">
              <Button disabled={!address} pending={test.isPending} onClick={() => test.mutate()}>
                Send a Test
              </Button>
              <p className="text-ink-2 text-sm">
                {address ? `It goes to ${address}.` : 'Set your own e-mail address above first.'}
              </p>
            </div>
          </>
        )}
      </Resource>
    </SettingsSection>
  );
}

function Troubled({ mails }: { mails: MailStatus['troubled'] }) {
  if (mails.length === 0) return <p className="text-ink-2">All mail of the last month went out.</p>;
  return (
    <ul aria-label="Mail with problems" className="divide-y divide-line rounded-m border">
      {mails.map(({ id, kind, to, state, at, error }) => (
        <li key={id} className="flex flex-col gap-1 px-3.5 py-2.5">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <Badge tone={states[state][0]} dot>
              {states[state][1]}
            </Badge>
            <span className="text-ink-2 text-sm">{formatMoment(at)}</span>
          </div>
          <p className="font-medium [overflow-wrap:anywhere]">{to}</p>
          <p className="text-ink-2 text-sm [overflow-wrap:anywhere]">
            {mailKinds[kind]}: {error}
          </p>
        </li>
      ))}
    </ul>
  );
}
