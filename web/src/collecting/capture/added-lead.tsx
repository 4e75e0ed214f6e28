import { ticketPath } from '@drawbridge/contract/core/pages';
import {
  type Answer,
  kindOf,
  type Question,
  RATING_MAX,
} from '@drawbridge/contract/events/questions/kinds';
import { useEffect, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useKeyboardHeight } from '../../lib/device/screen.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { useCheckedForm } from '../../lib/use-zod-form.ts';
import { EntryCodeText } from '../../ui/code-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { preloadQr, QrCanvas } from '../../ui/qr-codes/qr-canvas.tsx';
import { LeadDialog } from '../lead-form/lead-dialog.tsx';
import type { AnswerChange } from '../lead-form/use-answers.tsx';
import { BAR_HEIGHT } from './outbox/outbox-line.tsx';

const UNDO_MS = 10_000;

interface AddedLeadProps {
  eventId: string;
  name: string;
  code: string;
  /** A note if the contact was entered before. */
  note?: string | null | undefined;
  /** Keeps it in view until the next person is being typed. */
  isInSight: boolean;
  onUndo: () => void;
  /** The questions that can still be answered about the person, and the answers so far. */
  questions: readonly Question[];
  answers: AnswerChange;
  /** Returns whether the answers could be saved. */
  onAnswer: (answers: AnswerChange) => Promise<boolean>;
}

/**
 * The person who was just added, until the next one is. It is at the lower edge, within reach of the thumb and above
 * the keyboard; while the next person is being typed it stays below the form.
 */
export function AddedLead(props: AddedLeadProps) {
  const { onUndo, note, isInSight, questions, answers, onAnswer, ...lead } = props;
  const undoable = useTrueFor(UNDO_MS);
  const keyboard = useKeyboardHeight();
  const [open, setOpen] = useState<'ticket' | 'answers'>();
  const close = () => setOpen(undefined);
  const rating = questions.find((question) => kindOf(question).control === 'rating');
  const others = questions.filter((question) => question !== rating);

  // Scrolls up, so that it is below a toast and above the keyboard at any scroll position of the form.
  useEffect(() => {
    scrollTo({ top: 0 });
  }, []);

  return (
    <section
      aria-label={t('volunteer.lastLead')}
      // Above the line about the network, or over it where the keyboard leaves too little room.
      style={{ bottom: keyboard || BAR_HEIGHT }}
      className={classNames(
        'rounded-m bg-ink px-4 py-1 text-paper',
        isInSight && 'max-md:-mx-4 max-md:rounded-b-none sticky z-20 shadow-float',
      )}
    >
      <div className="flex flex-wrap items-center">
        {/* The toast announces the addition, so this is silent. */}
        <div className="min-w-0 flex-[1_1_8rem] break-words leading-5">
          <p className="text-xs leading-4 opacity-80">{t('volunteer.lastLead')}</p>
          <p className="font-semibold">{lead.name}</p>
          <p role="status" className="text-sm opacity-80">
            {note}
          </p>
        </div>
        <div className="-mx-2 flex flex-wrap">
          {/* Its space stays, because the others must not move under a finger. */}
          <StripButton label={t('workspace.undo')} onClick={onUndo} hidden={!undoable} />
          {others.length > 0 && (
            <StripButton label={nameFor(others)} onClick={() => setOpen('answers')} />
          )}
          <StripButton label={t('volunteer.showTicket')} onClick={() => setOpen('ticket')} />
        </div>
      </div>
      {rating && (
        <RatingButtons
          question={rating}
          value={answers[rating.id] ?? null}
          withHelp={keyboard === 0}
          onRate={(value) => onAnswer({ [rating.id]: value })}
        />
      )}
      {open === 'ticket' && <AddedTicketDialog {...lead} onClose={close} />}
      {open === 'answers' && <AnswersDialog {...props} questions={others} onClose={close} />}
    </section>
  );
}

interface RatingButtonsProps {
  question: Question;
  value: Answer | null;
  /** True if there is room for the help text. */
  withHelp: boolean;
  onRate: (value: number) => void;
}

/** Buttons that set or change a rating with one tap. */
function RatingButtons({ question, value, withHelp, onRate }: RatingButtonsProps) {
  return (
    <fieldset className="min-w-0 pb-1">
      <div className="flex justify-between gap-3 text-sm">
        <legend className="float-start min-w-0 break-words font-semibold">
          <bdi>{question.label}</bdi>
        </legend>
        <span role="status" className="shrink-0">
          {value !== null && t('volunteer.rated', { rating: String(value) })}
        </span>
      </div>
      {withHelp && question.help && (
        <p className="break-words text-sm opacity-80">
          <bdi>{question.help}</bdi>
        </p>
      )}
      <div className="flex gap-2 pt-1.5">
        {Array.from({ length: RATING_MAX }, (_, index) => index + 1).map((number) => (
          <button
            key={number}
            type="button"
            aria-pressed={number === value}
            // The name field keeps the focus, and with it the keyboard, for the next person.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => number !== value && onRate(number)}
            className="h-11 flex-1 rounded-m border border-current font-semibold text-lg aria-pressed:bg-paper aria-pressed:text-ink"
          >
            {number}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface StripButtonProps {
  label: string;
  onClick: () => void;
  hidden?: boolean;
}

function StripButton({ label, onClick, hidden = false }: StripButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={classNames(
        'h-11 shrink-0 rounded-m px-2 font-semibold underline underline-offset-4',
        hidden && 'invisible',
      )}
    >
      {label}
    </button>
  );
}

/** The button's name: notes if the event has a question for notes, as most events do. */
const nameFor = (questions: readonly Question[]) =>
  t(
    questions.some((question) => kindOf(question).control === 'paragraph')
      ? 'volunteer.notes'
      : 'volunteer.questions',
  );

/** The questions in a dialog, within reach of a thumb. */
function AnswersDialog(props: AddedLeadProps & { onClose: () => void }) {
  const { name, eventId, questions, answers, onAnswer, onClose } = props;
  const form = useCheckedForm({ defaultValues: {} });
  return (
    <LeadDialog
      low
      title={t('volunteer.about', { name })}
      onClose={onClose}
      form={form}
      by="volunteers"
      eventId={eventId}
      questions={questions}
      answers={answers}
      onSubmit={async (_, changed) => (await onAnswer(changed.answers ?? {})) && onClose()}
      submitLabel={t('volunteer.save')}
      pendingLabel={t('volunteer.saving')}
      pending={form.formState.isSubmitting}
    />
  );
}

interface AddedTicketDialogProps extends Pick<AddedLeadProps, 'eventId' | 'name' | 'code'> {
  onClose: () => void;
}

/** Fills a phone's screen with the ticket, to show it to its owner. */
function AddedTicketDialog({ eventId, name, code, onClose }: AddedTicketDialogProps) {
  const shownName = useTicketName(eventId, code);

  return (
    <Dialog
      title={t('volunteer.ticketOf', { name })}
      description={t('volunteer.letThemScan')}
      onClose={onClose}
    >
      <DialogBody>
        <QrCanvas
          text={location.origin + ticketPath(eventId, code, name)}
          label={t('volunteer.entryCodeOf', { name })}
        />
        <div className="flex flex-col items-center gap-2 text-center">
          <p className="min-h-9 font-bold font-display text-3xl">{shownName}</p>
          <p className="text-sm">
            <EntryCodeText code={code} />
          </p>
          <CopyButton value={code} label={t('volunteer.copyEntryCode')} size="small" />
        </div>
      </DialogBody>
    </Dialog>
  );
}

const loadCodes = () => import('../../raffle/tickets/ticket-codes.ts');

/** Loads the parts that draw and name a ticket, so that it works without a network. */
export function preloadTicket(): void {
  preloadQr();
  loadCodes().catch(() => {});
}

/** The ticket's name, which does not need the lead to be sent. */
function useTicketName(eventId: string, code: string): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    let left = false;
    loadCodes().then(
      ({ publicTicket }) => {
        const ticket = publicTicket(eventId, code);
        if (ticket && !left) setName(ticketName(ticket));
      },
      () => {},
    );
    return () => {
      left = true;
    };
  }, [eventId, code]);
  return name;
}

function useTrueFor(milliseconds: number): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return !over;
}
