import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { Winner } from '@drawbridge/contract/raffle/winners';
import { useQuery } from '@tanstack/react-query';
import { Mail, MessageCircle, MessageSquare, Phone, Trophy } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useMailOn } from '../../lib/queries/login-methods.ts';
import { formatCount, formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { t } from '../../lib/texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Resource } from '../../ui/resource.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { ForfeitDialog } from '../presenter/presenter-dialogs.tsx';
import {
  isSameWin,
  useUndoHandover,
  winnerMailsQuery,
  winnersQuery,
  wonPrizesQuery,
} from './api.ts';
import { ManualHandoverButton, ManualHandoverDialog } from './waiting-winners.tsx';
import { WinnerMailState } from './winner-mail.tsx';
import { WinnerName, WinsByPrize } from './wins-by-prize.tsx';

/** All prizes of an event in their order, with their winners, how to reach them, and who has the prize. */
export function WinnersPanel({ eventId }: { eventId: string }) {
  const winners = useQuery(winnersQuery(eventId));
  const prizes = useQuery(wonPrizesQuery(eventId));
  const undo = useUndoHandover(eventId);
  const [ticking, setTicking] = useState<Winner>();
  const [absent, setAbsent] = useState<Winner>();
  const mailOn = useMailOn();
  const { data: mails } = useQuery(winnerMailsQuery(eventId, mailOn));

  const row = (winner: Winner) => (
    <div className="grid gap-x-5 gap-y-2 py-1 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1fr)]">
      <WinnerFacts winner={winner} />
      <div className="min-w-0">
        <Contact winner={winner} />
        {mailOn && mails && (
          <WinnerMailState eventId={eventId} winner={winner} mail={mails.find(isSameWin(winner))} />
        )}
      </div>
      <HandoverState
        winner={winner}
        undoing={undo.isPending && isSameWin(winner)(undo.variables)}
        onTick={() => setTicking(winner)}
        onUndo={() => undo.mutate(winner)}
        onAbsent={() => setAbsent(winner)}
      />
    </div>
  );

  return (
    <>
      <Resource
        reads={[winners, prizes]}
        what={{ loading: t('presenter.loadingWinners'), failed: t('presenter.winnersNotLoaded') }}
        empty={{
          icon: Trophy,
          title: t('workspace.noWinnersYet'),
          help: t('presenter.winnersAppear'),
        }}
      >
        {(all, listed) => (
          <WinsByPrize
            wins={all.filter(({ handover }) => !handover)}
            folded={{
              title: t('presenter.handedOverPrizes', {
                number: formatCount(all.filter(({ handover }) => handover).length),
              }),
              wins: all.filter(({ handover }) => handover),
            }}
            prizes={listed.map((prize) => ({ ...prize, state: describePrize(prize, all) }))}
          >
            {row}
          </WinsByPrize>
        )}
      </Resource>
      {ticking && (
        <ManualHandoverDialog
          eventId={eventId}
          {...ticking}
          onClose={() => setTicking(undefined)}
        />
      )}
      {absent && (
        <ForfeitDialog
          result={{ ...absent, eventId, winner: absent, id: '' }}
          prize={prizes.data?.find(({ id }) => id === absent.prizeId)}
          onClose={() => setAbsent(undefined)}
        />
      )}
    </>
  );
}

/** 'To be drawn', '2 of 3 drawn, 1 handed over' */
function describePrize({ id, quantity }: Prize, winners: readonly Winner[]): string {
  const standing = winners.filter(({ prizeId, forfeited }) => prizeId === id && !forfeited);
  if (standing.length === 0) return t('presenter.toBeDrawn');
  return t('presenter.prizeState', {
    drawn: formatCount(standing.length),
    quantity: formatCount(quantity),
    handedOver: formatCount(standing.filter(({ handover }) => handover).length),
  });
}

function WinnerFacts({ winner }: { winner: Winner }) {
  const { drawnAt, drawnBy, phrase, forfeited, chances, totalChances, people, rollCall } = winner;
  const odds = [
    totalChances > people &&
      t('presenter.wonWith', { chances: formatCount(chances), total: formatCount(totalChances) }),
    rollCall > 0 && t('presenter.amongHere', { number: formatCount(people) }),
  ].filter(Boolean);
  return (
    <div className="min-w-0">
      <div className={classNames(forfeited && 'text-ink-2 line-through')}>
        <WinnerName win={winner} />
      </div>
      <p className="text-ink-2 text-xs">
        <RichText
          text={t('presenter.drawnBy', { moment: formatTimestamp(drawnAt), name: drawnBy })}
          tags={{ time: (part) => <time dateTime={drawnAt}>{part}</time> }}
        />
      </p>
      {odds.length > 0 && <p className="text-ink-2 text-xs tabular-nums">{odds.join(' · ')}</p>}
      {phrase && (
        <p className="break-words text-ink-2 text-xs">{t('presenter.phraseWas', { phrase })}</p>
      )}
    </div>
  );
}

/** The links to a person's phone, each with a text where the way takes one. */
export function phoneLinks({ phone, phoneE164 }: Winner, message = '') {
  if (!phone) return [];
  const text = message && encodeURIComponent(message);
  const number = phoneE164 ?? phone;
  return [
    { icon: Phone, label: t('presenter.call'), href: `tel:${number}` },
    {
      icon: MessageSquare,
      label: t('presenter.textMessage'),
      href: `sms:${number}${text && `?&body=${text}`}`,
    },
    ...(phoneE164
      ? [
          {
            icon: MessageCircle,
            label: say('WhatsApp'),
            href: `https://wa.me/${phoneE164.replace('+', '')}${text && `?text=${text}`}`,
          },
        ]
      : []),
  ];
}

function Contact({ winner }: { winner: Winner }) {
  const { name, phone, email } = winner;
  return (
    <div className="flex min-w-0 flex-col items-start">
      {phone && (
        <p className="flex flex-wrap items-center gap-x-1">
          <bdi dir="ltr" className="me-2 tabular-nums">
            {phone}
          </bdi>
          {phoneLinks(winner).map(({ icon: Icon, label, href }) => (
            <a
              key={label}
              href={href}
              aria-label={`${label}: ${name}`}
              title={label}
              {...(href.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
              className="flex size-11 items-center justify-center rounded-s text-ink-2 hover:bg-mute-soft hover:text-ink md:size-8"
            >
              <Icon aria-hidden className="size-4" />
            </a>
          ))}
        </p>
      )}
      {email && (
        <a
          href={`mailto:${email}`}
          className="inline-flex min-h-11 max-w-full items-center gap-2 text-sm hover:text-accent-ink hover:underline md:min-h-6"
        >
          <Mail aria-hidden className="size-4 shrink-0 text-ink-2" />
          <bdi dir="ltr" className="min-w-0 [overflow-wrap:anywhere]">
            {email}
          </bdi>
        </a>
      )}
      {!phone && <p className="text-ink-2">{t('presenter.notKept')}</p>}
    </div>
  );
}

function describeHandover({ at, by, note }: NonNullable<Winner['handover']>): string {
  const values = { moment: formatTimestamp(at), name: by ?? '', note: note ?? '' };
  if (note === null) return t(by ? 'presenter.checkedBy' : 'presenter.checkedAt', values);
  return t(by ? 'presenter.handedOverBy' : 'presenter.handedOverAt', values);
}

interface HandoverStateProps {
  winner: Winner;
  undoing: boolean;
  onTick: () => void;
  onUndo: () => void;
  onAbsent: () => void;
}

function HandoverState({ winner, undoing, onTick, onUndo, onAbsent }: HandoverStateProps) {
  const { name, handover, forfeited } = winner;
  if (forfeited) {
    return (
      <>
        <Badge>{t('presenter.forfeited')}</Badge>
        <p className="mt-1 break-words text-ink-2 text-sm">{forfeited.reason}</p>
      </>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <div className="min-w-0">
        <Badge tone={handover ? 'ok' : 'wait'} dot>
          {t(handover ? 'visitor.handedOver' : 'presenter.waitingForPrize')}
        </Badge>
        {handover && (
          <p className="mt-1 break-words text-ink-2 text-xs">
            <RichText
              text={describeHandover(handover)}
              tags={{ time: (part) => <time dateTime={handover.at}>{part}</time> }}
            />
          </p>
        )}
      </div>
      {handover ? (
        <Button
          size="small"
          pending={undoing}
          aria-label={t('presenter.undoFor', { name })}
          onClick={onUndo}
        >
          {t('workspace.undo')}
        </Button>
      ) : (
        <div className="flex flex-wrap gap-2">
          <ManualHandoverButton name={name} onTick={onTick} />
          <Button
            size="small"
            variant="quiet"
            aria-label={`${t('presenter.notHere')}: ${name}`}
            onClick={onAbsent}
          >
            {t('presenter.notHere')}
          </Button>
        </div>
      )}
    </div>
  );
}
