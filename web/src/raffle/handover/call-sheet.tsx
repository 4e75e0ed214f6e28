import type { AdminEvent } from '@drawbridge/contract/events/events';
import { english } from '@drawbridge/contract/languages/english';
import type { Winner } from '@drawbridge/contract/raffle/winners';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field, Textarea } from '../../ui/fields/field.tsx';
import { Resource } from '../../ui/resource.tsx';
import { useReached, winnersQuery } from './api.ts';
import { phoneLinks } from './winners-panel.tsx';
import { WinnerName, WinsByPrize } from './wins-by-prize.tsx';

const MESSAGE = english(
  'Hello {name}, you have won {prize} at {event}! Your ticket is {ticket}. Show it on your phone to collect the prize.',
);

interface CallSheetProps {
  event: Pick<AdminEvent, 'id' | 'name'>;
  onClose: () => void;
}

/** The winners who are waiting for their prizes, with the ways to reach them by phone, and who has been reached. */
export function CallSheet({ event, onClose }: CallSheetProps) {
  const winners = useQuery(winnersQuery(event.id));
  const [message, setMessage] = useState(() => say(MESSAGE));
  const waiting = (winners.data ?? []).filter(({ handover, forfeited }) => !handover && !forfeited);
  const reached = waiting.filter((winner) => winner.reached);
  return (
    <Dialog
      wide
      title={say('Reach winners')}
      description={say('{reached} of {waiting} waiting winners reached', {
        reached: reached.length,
        waiting: waiting.length,
      })}
      onClose={onClose}
    >
      <DialogBody>
        <Field
          label={say('Text')}
          hint={say('{name}, {prize}, {event} and {ticket} are filled in for each winner.')}
        >
          <Textarea
            rows={3}
            value={message}
            onChange={(change) => setMessage(change.target.value)}
          />
        </Field>
        <Resource
          reads={[winners]}
          what={{ loading: say('Loading the winners'), failed: say('Could not load the winners') }}
        >
          {() =>
            waiting.length === 0 ? (
              <p className="text-ink-2">{say('No winner is waiting for a prize.')}</p>
            ) : (
              <WinsByPrize
                wins={waiting.filter((winner) => !winner.reached)}
                folded={{
                  title: say('Reached ({reached})', { reached: reached.length }),
                  wins: reached,
                }}
              >
                {(winner) => (
                  <CallRow
                    eventId={event.id}
                    winner={winner}
                    message={fillIn(message, winner, event.name)}
                  />
                )}
              </WinsByPrize>
            )
          }
        </Resource>
      </DialogBody>
    </Dialog>
  );
}

interface CallRowProps {
  eventId: string;
  winner: Winner;
  message: string;
}

function CallRow({ eventId, winner, message }: CallRowProps) {
  const save = useReached(eventId);
  const { number, place, name, phone, reached } = winner;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-52">
        <WinnerName win={winner} />
        <p className="text-ink-2 text-sm">
          <bdi dir="ltr">{phone ?? say('No phone number is kept')}</bdi>
          {reached &&
            ` · ${
              reached.by
                ? say('reached {moment} by {name}', {
                    moment: formatTimestamp(reached.at),
                    name: reached.by,
                  })
                : say('reached {moment}', { moment: formatTimestamp(reached.at) })
            }`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {phoneLinks(winner, message).map(({ icon: Icon, label, href }) => (
          <a
            key={label}
            href={href}
            aria-label={`${label}: ${name}`}
            {...(href.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
            className={buttonClasses('secondary', 'small')}
          >
            <Icon aria-hidden />
            {label}
          </a>
        ))}
        <CopyButton
          size="small"
          value={message}
          label={say('Copy the text for {name}', { name })}
        />
      </div>
      <div className="flex min-h-11 items-center gap-2 md:min-h-8">
        <Checkbox
          label={say('Reached {name}', { name })}
          checked={reached !== null}
          onCheckedChange={(now) => save.mutate({ number, place, reached: now })}
        />
        <span aria-hidden>{say('Reached')}</span>
      </div>
    </div>
  );
}

/** The text for one winner. */
function fillIn(text: string, { name, prizeName, ticket }: Winner, event: string): string {
  const values: Record<string, string> = {
    ...{ name, event, ticket: ticketName(ticket) },
    prize: prizeName ?? 'a prize',
  };
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}
