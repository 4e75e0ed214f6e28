import type { SealedDraw } from '@drawbridge/contract/draws';
import type { Prize } from '@drawbridge/contract/prizes';
import { PHRASE_MAX_BYTES } from '@drawbridge/contract/stage';
import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { t } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Fingerprint } from '../../../ui/code-text.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { TOOLTIP } from '../../../ui/tooltip.tsx';
import { useFocusOn } from '../stage/use-stage-keys.ts';
import { peopleInDraw } from './people-count.ts';

// Loaded on demand, because only presenters need them.
const ConfirmDialog = lazyDialog(() => import('../../../ui/confirm-dialog.tsx'), 'ConfirmDialog');
const VoidDialog = lazyDialog(() => import('./presenter-dialogs.tsx'), 'VoidDialog');

interface SealedDrawTicketProps {
  eventId: string;
  sealed: SealedDraw;
  prize: Prize | undefined;
  /** The phrase as typed. The page keeps it, because the ticket is unmounted during the draw. */
  phrase: string;
  onPhraseChange: (phrase: string) => void;
  /** Set if this page has sealed the draw; the phrase field then gets the focus. */
  sealedHere: object | undefined;
  /** A new value whenever this draw was refused or has failed. */
  ended: object | undefined;
  /** Whether the announcement is waiting for the server's answer. */
  pending: boolean;
  /** For presenters only. */
  onDraw: ((phrase: string) => void) | undefined;
}

/** A sealed draw, of which only the phrase is missing. */
export function SealedDrawTicket(props: SealedDrawTicketProps) {
  const { sealed, prize, ended, onDraw } = props;
  const ticket = useFocusOn<HTMLElement>(ended);

  return (
    <section
      ref={ticket}
      tabIndex={-1}
      aria-labelledby="sealed-draw"
      className="flex flex-col rounded-l bg-card p-6 md:p-8"
    >
      <h2 id="sealed-draw" className="flex items-center gap-3 text-2xl md:text-3xl">
        <LockKeyhole aria-hidden className="size-7 shrink-0 text-accent" />
        {t('workspace.sealedDraw', { number: sealed.number })}
      </h2>
      <p className="mt-2 break-words text-ink-2 text-lg">
        {prize && (
          <>
            <bdi>{prize.name}</bdi>
            {' · '}
          </>
        )}
        {peopleInDraw(sealed.rosterSize)}
      </p>
      {/* A presenter who holds the phone types first; the wall shows these. */}
      <dl className="mt-5 grid max-md:order-last grid-cols-1 gap-4 text-sm lg:grid-cols-2">
        <div className="rounded-m bg-sunk p-4">
          <dt className="text-ink-2">{t('workspace.fingerprintOfSecret')}</dt>
          <dd className="mt-1">
            <Fingerprint hash={sealed.commitment} />
          </dd>
        </div>
        <div className="rounded-m bg-sunk p-4">
          <dt className="text-ink-2">{t('workspace.fingerprintOfEveryone')}</dt>
          <dd className="mt-1">
            <Fingerprint hash={sealed.rosterHash} />
          </dd>
        </div>
      </dl>
      {onDraw ? (
        <DrawForm {...props} onDraw={onDraw} />
      ) : (
        <p className="mt-5 text-lg">{t('workspace.phraseDecides')}</p>
      )}
    </section>
  );
}

interface DrawFormProps
  extends Pick<
    SealedDrawTicketProps,
    'eventId' | 'phrase' | 'onPhraseChange' | 'sealedHere' | 'pending'
  > {
  onDraw: (phrase: string) => void;
}

function DrawForm(props: DrawFormProps) {
  const { eventId, phrase, onPhraseChange, sealedHere, pending, onDraw } = props;
  const [voiding, setVoiding] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [typing, setTyping] = useState<object>();
  const field = useFocusOn<HTMLInputElement>(typing ?? sealedHere);
  const voidHint = useId();
  const composed = phrase.trim().normalize('NFC');
  const tooLong = isTooLong(phrase);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (tooLong || pending) return;
    if (composed) onDraw(composed);
    else setConfirming(true);
  }

  return (
    <>
      <form onSubmit={submit} noValidate className="mt-5">
        <Field
          label={t('presenter.phrase')}
          error={tooLong ? t('presenter.phraseTooLong') : undefined}
        >
          <div className="flex flex-wrap items-center gap-3">
            <Input
              ref={field}
              value={phrase}
              onChange={(event) => onPhraseChange(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              className="flex-[1_1_18rem]"
            />
            <Button
              type="submit"
              variant="primary"
              pending={pending}
              className="max-md:h-24 max-md:w-full max-md:text-2xl"
            >
              {t('workspace.drawWinner')}
            </Button>
            <Button
              aria-describedby={voidHint}
              {...{ [TOOLTIP]: t('presenter.voidHint') }}
              onClick={() => setVoiding(true)}
              className="max-sm:w-full"
            >
              {t('presenter.void')}
            </Button>
          </div>
        </Field>
        <span id={voidHint} hidden>
          {t('presenter.voidHint')}
        </span>
      </form>
      {confirming && (
        <ConfirmDialog
          title={t('presenter.withoutPhrase')}
          description={t('presenter.phraseMatters')}
          confirmLabel={t('presenter.drawWithoutPhrase')}
          cancelLabel={t('presenter.typePhrase')}
          onConfirm={() => {
            setConfirming(false);
            onDraw('');
          }}
          onClose={() => {
            setConfirming(false);
            setTyping({});
          }}
        />
      )}
      {/* Outside the form, so that submitting the dialog does not submit the draw. */}
      {voiding && <VoidDialog eventId={eventId} onClose={() => setVoiding(false)} />}
    </>
  );
}

/** How long after a key the wall shows what was typed. */
const SEND_AFTER_MS = 200;

/**
 * The phrase of the audience, which the wall shows as it is typed. It is kept while the form is unmounted
 * during a draw, so that a refused draw can be repeated with it. It belongs to one draw; the next draw starts
 * with an empty phrase.
 */
export function useHallPhrase(
  sealed: SealedDraw | null | undefined,
  /** As typed on another page. */
  elsewhere: string,
  send: (phrase: string) => void,
): [phrase: string, setPhrase: (phrase: string) => void] {
  const [called, setCalled] = useState({ commitment: '', phrase: '' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The draw's number would not be unique across events.
  const commitment = sealed?.commitment ?? '';

  function type(phrase: string) {
    setCalled({ commitment, phrase });
    clearTimeout(timer.current);
    if (!isTooLong(phrase)) timer.current = setTimeout(() => send(phrase), SEND_AFTER_MS);
  }

  return [called.commitment === commitment ? called.phrase : elsewhere, type];
}

function isTooLong(phrase: string): boolean {
  return new TextEncoder().encode(phrase.trim().normalize('NFC')).length > PHRASE_MAX_BYTES;
}
