import type { Winner } from '@drawbridge/contract/raffle/winners';
import { useQuery } from '@tanstack/react-query';
import { Download, Mail, Phone, Trophy } from 'lucide-react';
import { useState } from 'react';
import { downloadFile } from '../../lib/api/api-client.ts';
import { classNames } from '../../lib/class-names.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { PHONE, useMediaQuery } from '../../lib/device/use-media-query.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { useMailOn } from '../../lib/queries/ways.ts';
import { today } from '../../lib/texts/day-formats.ts';
import { formatMoment } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx';
import { Resource } from '../../ui/empty-state.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Table } from '../../ui/table.tsx';
import { isSameWin, useUndoHandover, winnerMailsQuery, winnersQuery } from './api.ts';
import { ManualHandoverButton, ManualHandoverDialog } from './waiting-winners.tsx';
import { WinnerMailState } from './winner-mail.tsx';

/** All winners of an event, for organisers: their contact details, and whether they have their prizes. */
export function WinnersDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { data } = useQuery(winnersQuery(eventId));
  const standing = data?.filter(({ forfeited }) => !forfeited) ?? [];
  const handedOver = standing.filter(({ handover }) => handover).length;
  return (
    <Dialog
      wide
      title={t('workspace.winners')}
      {...(data && {
        description: t('presenter.winnersHandedOver', { count: standing.length, handedOver }),
      })}
      onClose={onClose}
    >
      <DialogBody>
        <WinnersPanel eventId={eventId} />
      </DialogBody>
      {data && data.length > 0 && (
        <DialogFooter>
          <WinnerExports eventId={eventId} />
        </DialogFooter>
      )}
    </Dialog>
  );
}

export function WinnerExports({ eventId }: { eventId: string }) {
  const exportWinners = useApiMutation({
    send: async (format: 'csv' | 'xlsx') => {
      const file = await downloadFile('/api/events/:eventId/winners/export', {
        params: { eventId },
        body: { format },
      });
      saveFile(`winners_${eventId}_${today()}.${format}`, file);
    },
    success: (_answer, format) => ({
      title: t('presenter.exported'),
      description: t('presenter.winnersExported', { format: format.toUpperCase() }),
    }),
    failure: t('presenter.exportFailed'),
  });
  return (['csv', 'xlsx'] as const).map((format) => (
    <Button
      key={format}
      pending={exportWinners.isPending && exportWinners.variables === format}
      onClick={() => exportWinners.mutate(format)}
    >
      <Download aria-hidden />
      {t('presenter.export', { format: format.toUpperCase() })}
    </Button>
  ));
}

export function WinnersPanel({ eventId }: { eventId: string }) {
  const winners = useQuery(winnersQuery(eventId));
  const undo = useUndoHandover(eventId);
  const [ticking, setTicking] = useState<Winner>();
  const cards = useMediaQuery(PHONE);
  const mailOn = useMailOn();
  const { data: mails } = useQuery(winnerMailsQuery(eventId, mailOn));
  const contactOf = (winner: Winner) => (
    <>
      <Contact winner={winner} />
      {mailOn && mails && (
        <WinnerMailState eventId={eventId} winner={winner} mail={mails.find(isSameWin(winner))} />
      )}
    </>
  );
  const stateOf = (winner: Winner) => (
    <HandoverState
      winner={winner}
      undoing={undo.isPending && isSameWin(winner)(undo.variables)}
      onTick={() => setTicking(winner)}
      onUndo={() => undo.mutate(winner)}
    />
  );

  return (
    <>
      <Resource
        reads={[winners]}
        what={{ loading: t('presenter.loadingWinners'), failed: t('presenter.winnersNotLoaded') }}
        empty={{
          icon: Trophy,
          title: t('workspace.noWinnersYet'),
          help: t('presenter.winnersAppear'),
        }}
      >
        {(all) =>
          cards ? (
            <ul className="flex flex-col gap-3">
              {all.map((winner) => (
                <li key={`${winner.number}/${winner.place}`} className="rounded-l border p-4">
                  <PrizeAndWinner winner={winner} />
                  <div className="mt-2">{contactOf(winner)}</div>
                  <div className="mt-3 border-t pt-3">{stateOf(winner)}</div>
                </li>
              ))}
            </ul>
          ) : (
            <div className="-mx-6 -my-5">
              <Table className="table-fixed [&_:is(td,th):first-child]:ps-6">
                <thead>
                  <tr>
                    <th className="w-[33%]">{t('presenter.winner')}</th>
                    <th className="w-[37%]">{t('presenter.contact')}</th>
                    <th>{t('visitor.handedOver')}</th>
                  </tr>
                </thead>
                <tbody>
                  {all.map((winner) => (
                    <tr key={`${winner.number}/${winner.place}`}>
                      <td>
                        <PrizeAndWinner winner={winner} />
                      </td>
                      <td>{contactOf(winner)}</td>
                      <td>{stateOf(winner)}</td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            </div>
          )
        }
      </Resource>
      {ticking && (
        <ManualHandoverDialog
          eventId={eventId}
          {...ticking}
          onClose={() => setTicking(undefined)}
        />
      )}
    </>
  );
}

function PrizeAndWinner({ winner }: { winner: Winner }) {
  const { prizeName, name, ticket, drawnAt, drawnBy, phrase, forfeited } = winner;
  return (
    <div className="min-w-0">
      <div className={classNames(forfeited && 'text-ink-2 line-through')}>
        <p className="break-words text-ink-2 text-sm">
          <bdi>{prizeName ?? t('workspace.generalDraw')}</bdi>
        </p>
        <p className="break-words font-semibold text-base">
          <bdi>{name}</bdi>
        </p>
        <p className="font-display">{ticketName(ticket)}</p>
      </div>
      <p className="text-ink-2 text-xs">
        <RichText
          text={t('presenter.drawnBy', { moment: formatMoment(drawnAt), name: drawnBy })}
          tags={{ time: (part) => <time dateTime={drawnAt}>{part}</time> }}
        />
      </p>
      {phrase && (
        <p className="break-words text-ink-2 text-xs">{t('presenter.phraseWas', { phrase })}</p>
      )}
    </div>
  );
}

function Contact({ winner: { phone, phoneE164, email } }: { winner: Winner }) {
  const links = [
    { icon: Phone, text: phone, href: `tel:${phoneE164 ?? phone}` },
    { icon: Mail, text: email, href: `mailto:${email}` },
  ];
  return (
    <div className="flex min-w-0 flex-col items-start">
      {links.map(
        ({ icon: Icon, text, href }) =>
          text && (
            <a
              key={href}
              href={href}
              className="inline-flex min-h-11 max-w-full items-center gap-2 hover:text-accent-ink hover:underline md:min-h-6"
            >
              <Icon aria-hidden className="size-4 shrink-0 text-ink-2" />
              <bdi dir="ltr" className="min-w-0 [overflow-wrap:anywhere]">
                {text}
              </bdi>
            </a>
          ),
      )}
      {!phone && <p className="text-ink-2">{t('presenter.notKept')}</p>}
    </div>
  );
}

function describeHandover({ at, by, note }: NonNullable<Winner['handover']>): string {
  const values = { moment: formatMoment(at), name: by ?? '', note: note ?? '' };
  if (note === null) return t(by ? 'presenter.checkedBy' : 'presenter.checkedAt', values);
  return t(by ? 'presenter.handedOverBy' : 'presenter.handedOverAt', values);
}

interface HandoverStateProps {
  winner: Winner;
  undoing: boolean;
  onTick: () => void;
  onUndo: () => void;
}

function HandoverState({ winner, undoing, onTick, onUndo }: HandoverStateProps) {
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
        <ManualHandoverButton name={name} onTick={onTick} />
      )}
    </div>
  );
}
