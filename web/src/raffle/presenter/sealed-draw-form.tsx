import type { SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import { PHRASE_MAX_BYTES } from '@drawbridge/contract/fair-draw/scheme';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { TOUCH } from '../../lib/device/use-media-query.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { TOOLTIP } from '../../ui/tooltip.tsx';
import { useFocusOn } from '../page/use-stage-keys.ts';
import { useRehearsal } from '../rehearsal/rehearsal-provider.tsx';
import { useStage } from '../stage-context.tsx';

// Loaded on demand, because few draws need it.
const VoidDialog = lazyDialog(() => import('./presenter-dialogs.tsx'), 'VoidDialog');

interface SealedDrawFormProps {
  sealed: SealedDraw;
  /** The submit button, because a key does not draw. */
  children: ReactNode;
}

/** The presenter's form of a sealed draw: the phrase, and the draw. */
export function SealedDrawForm({ sealed, children }: SealedDrawFormProps) {
  const { eventId, asking, draw } = useStage();
  const rehearsal = useRehearsal();
  const [phrase, setPhrase] = useHallPhrase();
  const [voiding, setVoiding] = useState(false);
  const [asked, setAsked] = useState(false);
  const [typing, setTyping] = useState<object>();
  // On a touch screen a focused field would cover the wall with a keyboard.
  const [touched] = useState(() => matchMedia(TOUCH).matches);
  const field = useFocusOn<HTMLInputElement>(typing ?? !touched);
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
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.preventDefault();
              }}
              autoComplete="off"
              spellCheck={false}
              className="remote-phrase flex-[1_1_18rem]"
            />
            {children}
            <Button
              hidden={rehearsal.running}
              aria-describedby={voidHint}
              {...{ [TOOLTIP]: t('presenter.voidHint') }}
              onClick={() => setVoiding(true)}
              className="remote-void max-sm:w-full"
            >
              {t('presenter.void')}
            </Button>
          </div>
        </Field>
        <span id={voidHint} hidden>
          {t('presenter.voidHint')}
        </span>
      </form>
      {/* The dialog is outside the form, so that submitting it does not submit the draw. */}
      {voiding && <VoidDialog eventId={eventId} onClose={() => setVoiding(false)} />}
    </>
  );
}

/** The delay between a key press and its appearance on the wall. */
const SEND_AFTER_MS = 200;

/** The phrase of the audience, which the wall shows while it is typed. The server stores it until the draw is held. */
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
