import { contact, contactFields, contactInputs } from '@drawbridge/contract/collecting/contact';
import { brandTokens } from '@drawbridge/contract/core/brand';
import { consentNoteOf } from '@drawbridge/contract/events/entering';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { isAsked } from '@drawbridge/contract/events/questions/answers';
import type { Audience, Question } from '@drawbridge/contract/events/questions/kinds';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { prizesLeftQuery } from '../../events/questions/api.ts';
import { toQuestion } from '../../events/questions/drafts.ts';
import type { FormPreviewProps } from '../../events/questions/form-builder.tsx';
import { classNames } from '../../lib/class-names.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { formatDayWithWeekday } from '../../lib/texts/day-formats.ts';
import { say } from '../../lib/texts/say.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Tick } from '../../ui/fields/field.tsx';
import { BrandHeader, isBranded } from '../../ui/frame/brand.tsx';
import { TicketEdge } from '../../ui/frame/ticket.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EntryPrizes } from './entry-prizes.tsx';
import { QuestionFields } from './question-fields.tsx';
import { useAnswers } from './use-answers.tsx';

/** Loaded with the preview, because it brings react-hook-form and the numbering plans of all countries. */
const VolunteerPreview = lazyPart(
  () => import('./volunteer-preview.tsx'),
  'VolunteerPreview',
  'volunteer',
);

/** The forms as on a phone of 360 pixels, with the unsaved drafts. */
export function FormPreview({ event, drafts, openId }: FormPreviewProps) {
  const [viewer, setViewer] = useState<Audience>('visitors');
  const questions = drafts.map(toQuestion).filter((question) => isAsked(question, viewer));
  const askedOf = drafts.find(({ id }) => id === openId)?.askedOf ?? 'both';

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a question switches to the form that asks it.
  useEffect(() => {
    if (askedOf !== 'both') setViewer(askedOf);
  }, [openId, askedOf]);

  const Preview = viewer === 'visitors' ? VisitorPreview : VolunteerPreview;
  const phone = (
    <Suspense>
      <Phone openId={openId}>
        <Preview event={event} questions={questions} />
      </Phone>
    </Suspense>
  );

  return (
    <Tabs
      label={say('Shown to')}
      value={viewer}
      onValueChange={(value) => setViewer(value as Audience)}
      tabs={[
        { value: 'visitors', label: say('Visitors'), content: phone },
        { value: 'volunteers', label: say('Volunteers'), content: phone },
      ]}
    />
  );
}

function Phone({ openId, children }: Pick<FormPreviewProps, 'openId'> & { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const field = frame.current?.querySelector(`[name="answer.${openId}"]`);
    if (!field || !frame.current) return;
    field.closest('details')?.setAttribute('open', '');
    // The frame alone is scrolled, because `scrollIntoView` would scroll the page as well.
    const distance = field.getBoundingClientRect().top - frame.current.getBoundingClientRect().top;
    frame.current.scrollTop += distance - frame.current.clientHeight / 3;
  }, [openId]);

  return (
    <div
      ref={frame}
      className="relative mx-auto w-full max-w-[calc(22.5rem+8px)] overflow-y-auto rounded-l border-4 border-line bg-paper @4xl:max-h-[calc(100dvh-22rem)]"
    >
      {children}
    </div>
  );
}

interface PreviewProps {
  event: AdminEvent;
  questions: readonly Question[];
}

function VisitorPreview({ event, questions }: PreviewProps) {
  const answers = useAnswers(questions, { audience: 'visitors' });
  const { data: prizes } = useQuery(prizesLeftQuery(event.id));
  const branded = isBranded(event);
  const title = (
    <>
      <p className="font-display font-semibold text-2xl leading-7">{event.name}</p>
      <div className={classNames('text-sm', !branded && 'text-ink-2')}>
        <p>{formatDayWithWeekday(event.date)}</p>
        <p>{event.location}</p>
      </div>
    </>
  );
  return (
    // The theme is the one that visitors see at first.
    <div
      className="light break-words bg-paper text-ink"
      style={event.accent ? (brandTokens(event.accent, 'light') as CSSProperties) : undefined}
    >
      {branded ? (
        <BrandHeader brand={event}>{title}</BrandHeader>
      ) : (
        <>
          <div className="dark bg-stage px-5 py-3 text-ink">{title}</div>
          <TicketEdge className="bg-stage" />
        </>
      )}
      <form
        noValidate
        aria-label={say('The form for visitors')}
        onSubmit={answers.checkOnly}
        className="px-5 pt-2 pb-5"
      >
        <h3 className="mb-1 text-xl">{t('visitor.enter')}</h3>
        {prizes && <EntryPrizes {...prizes} />}
        <div className="mt-1.5 flex flex-col gap-3">
          {contactFields.map((name) => {
            const { kind, labels, required, placeholder, hint } = contact[name];
            return (
              <Field key={name} label={t(labels.form)} hint={hint && t(hint)} required={required}>
                <Input
                  {...contactInputs[kind]}
                  autoComplete="off"
                  placeholder={placeholder && t(placeholder)}
                />
              </Field>
            );
          })}
          <div {...answers.box}>
            <QuestionFields questions={questions} errors={answers.errors} />
          </div>
          {event.marketingText && <Tick label={event.marketingText} />}
          <Button type="submit" variant="primary" size="large" className="mt-1 w-full">
            {t('visitor.submit')}
          </Button>
          <p className="text-balance text-center text-ink-2 text-sm">{consentNoteOf(event)}</p>
        </div>
      </form>
    </div>
  );
}
