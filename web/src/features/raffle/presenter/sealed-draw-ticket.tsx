import type { SealedDraw } from '@drawbridge/contract/draws';
import { PHRASE_MAX_BYTES } from '@drawbridge/contract/stage';
import { LockKeyhole } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Fingerprint } from '../../../ui/code-text.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { TOOLTIP } from '../../../ui/tooltip.tsx';
import { useFocusOn } from '../page/use-stage-keys.ts';
import { useStage } from '../stage-context.tsx';
import { peopleInDraw } from './people-count.ts';

// Loaded on demand, because only presenters need them.
const VoidDialog = lazyDialog(() => import('./presenter-dialogs.tsx'), 'VoidDialog');

/** A sealed draw, of which only the phrase is missing. */
export function SealedDrawTicket({ sealed }: { sealed: SealedDraw }) {
  const { prizes, focus, mayDraw } = useStage();
  const ticket = useFocusOn<HTMLElement>(focus);
  const prize = prizes.find(({ id }) => id === sealed.prizeId);

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
      {mayDraw ? (
        <div className="mt-5">
          <SealedDrawForm sealed={sealed} />
        </div>
      ) : (
        <p className="mt-5 text-lg">{t('workspace.phraseDecides')}</p>
      )}
    </section>
  );
}

interface SealedDrawFormProps {
  sealed: SealedDraw;
  /** What submits the form instead of its button. */
  children?: ReactNode;
}

/** For the presenter: the phrase, and the draw. */
export function SealedDrawForm({ sealed, children }: SealedDrawFormProps) {
  const { eventId, asking, sealedHere, draw } = useStage();
  const [phrase, setPhrase] = useHallPhrase();
  const [voiding, setVoiding] = useState(false);
  const [asked, setAsked] = useState(false);
  const [typing, setTyping] = useState<object>();
  const here = sealedHere?.commitment === sealed.commitment && sealedHere;
  const field = useFocusOn<HTMLInputElement>(typing ?? here);
  const voidHint = useId();
  const composed = phrase.trim().normalize('NFC');
  const tooLong = isTooLong(phrase);
  const missing = asked && !composed ? t('presenter.phraseMatters') : undefined;
  const problem = tooLong ? t('presenter.phraseTooLong') : missing;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (tooLong || asking) return;
    if (composed) return draw(sealed.prizeId, composed);
    setAsked(true);
    setTyping({});
  }

  return (
    <>
      <form onSubmit={submit} noValidate>
        <Field label={t('presenter.phrase')} error={problem}>
          <div className="flex flex-wrap items-center gap-3">
            <Input
              ref={field}
              value={phrase}
              onChange={(event) => setPhrase(event.target.value)}
              // Where the draw has to be held for, a key does not make it.
              onKeyDown={(event) => {
                if (children && event.key === 'Enter') event.preventDefault();
              }}
              autoComplete="off"
              spellCheck={false}
              className="flex-[1_1_18rem]"
            />
            {children ?? (
              <Button
                type="submit"
                variant="primary"
                pending={asking !== undefined}
                className="max-sm:w-full"
              >
                {t('workspace.drawWinner')}
              </Button>
            )}
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
      {/* Outside the form, so that submitting the dialog does not submit the draw. */}
      {voiding && <VoidDialog eventId={eventId} onClose={() => setVoiding(false)} />}
    </>
  );
}

/** How long after a key the wall shows what was typed. */
const SEND_AFTER_MS = 200;

/** The phrase of the audience, which the wall shows as it is typed. The server keeps it until the draw is held. */
function useHallPhrase(): [phrase: string, setPhrase: (phrase: string) => void] {
  const { stage, show } = useStage();
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(phrase: string) {
    setTyped(phrase);
    clearTimeout(timer.current);
    if (!isTooLong(phrase)) timer.current = setTimeout(() => show({ phrase }), SEND_AFTER_MS);
  }

  return [typed ?? stage.phrase, type];
}

function isTooLong(phrase: string): boolean {
  return new TextEncoder().encode(phrase.trim().normalize('NFC')).length > PHRASE_MAX_BYTES;
}
