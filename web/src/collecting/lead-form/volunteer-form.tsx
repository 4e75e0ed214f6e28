import type { TypedContact } from '@drawbridge/contract/collecting/contact';
import { consentNoteOf } from '@drawbridge/contract/events/entering';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import type { Question, TypedAnswer } from '@drawbridge/contract/events/questions/kinds';
import { ScanQrCode } from 'lucide-react';
import { type ComponentProps, type Ref, useState } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { t, translate } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Tick } from '../../ui/fields/field.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { LeadFields } from './lead-fields.tsx';
import { QuestionFields, type QuestionFieldsProps } from './question-fields.tsx';
import type { useAnswers } from './use-answers.tsx';

/** The unchecked input of the form, with the state of the marketing box. */
export type TypedLead = TypedContact & { marketing?: boolean };

interface VolunteerFormProps<Output> extends Omit<ComponentProps<'form'>, 'form'> {
  event: Pick<PublicEvent, 'country' | 'consentNote' | 'marketingText'>;
  questions: readonly Question[];
  form: UseFormReturn<TypedLead, unknown, Output>;
  answers: ReturnType<typeof useAnswers>;
  /** The initial values of the question fields; a new key creates the fields again. */
  shown?: { key: number; typed: Readonly<Record<string, TypedAnswer>> };
  phoneNote?: (typed: string) => string | undefined;
  addButton?: Ref<HTMLButtonElement>;
  pending?: boolean;
  onScan?: () => void;
  hasCamera?: boolean;
}

/** The form in which volunteers enter a lead; the form builder shows it too. */
export function VolunteerForm<Output>({
  event,
  questions,
  form,
  answers,
  shown = { key: 0, typed: {} },
  phoneNote,
  addButton,
  pending = false,
  onScan,
  hasCamera = false,
  ...rest
}: VolunteerFormProps<Output>) {
  const fields = { typed: shown.typed, errors: answers.errors };
  return (
    // The form adapts to its container, which is a phone's width in the form builder.
    <div className="@container">
      <Card className="p-4 pt-2 @lg:p-6">
        <h2 className="text-xl">{t('volunteer.addNewLead')}</h2>
        <p className="text-ink-2 text-sm @lg:text-base">{t('volunteer.addNewLeadHelp')}</p>
        <form noValidate {...rest} className="mt-1.5 flex flex-col gap-3 @lg:mt-5 @lg:gap-4">
          <FormProvider {...form}>
            <LeadFields
              labels="form"
              country={event.country}
              stillPossible={t('volunteer.canAdd')}
              phoneNote={phoneNote}
            />
          </FormProvider>
          <div {...answers.box}>
            <QuestionFields
              key={shown.key}
              questions={questions.filter(({ required }) => required)}
              {...fields}
            />
            <MoreQuestions
              fieldsKey={shown.key}
              questions={questions.filter(({ required }) => !required)}
              {...fields}
            />
          </div>
          {event.marketingText && (
            <Tick
              {...form.register('marketing')}
              label={t('volunteer.theyAgree', { text: event.marketingText })}
            />
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              ref={addButton}
              type="submit"
              variant="primary"
              size="large"
              pending={pending}
              className="flex-1"
            >
              {t(pending ? 'volunteer.adding' : 'volunteer.addLead')}
            </Button>
            <Button
              icon={ScanQrCode}
              size="large"
              onClick={onScan}
              className={hasCamera ? 'flex-1' : undefined}
            >
              <span>
                <RichText
                  text={t('volunteer.scan')}
                  tags={{ more: (part) => <span className="@max-lg:sr-only">{part}</span> }}
                />
              </span>
            </Button>
          </div>
        </form>
        <p className="mt-3 text-ink-2 text-xs @lg:text-sm">
          {t('volunteer.tellThemFirst', { text: translate(consentNoteOf(event)) })}
        </p>
      </Card>
    </div>
  );
}

/** Optional questions, collapsed until they are opened; they then stay open for the next person. */
function MoreQuestions({ fieldsKey, ...fields }: QuestionFieldsProps & { fieldsKey: number }) {
  const { questions, typed } = fields;
  const [openAtFirst] = useState(() =>
    questions.some(({ id }) => (typed?.[id]?.values.join('') ?? '') !== ''),
  );
  if (questions.length === 0) return null;
  return (
    <details open={openAtFirst}>
      <summary className="h-11 w-fit cursor-pointer content-center rounded-m font-semibold text-sm">
        {t('volunteer.moreQuestions', { number: questions.length })}
      </summary>
      <div className="flex flex-col gap-3 pt-1 pb-2 @lg:gap-4">
        <QuestionFields key={fieldsKey} {...fields} />
      </div>
    </details>
  );
}
