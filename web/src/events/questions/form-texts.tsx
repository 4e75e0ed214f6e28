import { consentNoteOf } from '@drawbridge/contract/events/entering';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { ComponentType } from 'react';
import { useWatch } from 'react-hook-form';
import { say } from '../../lib/texts/say.ts';
import { SchemaField } from '../../ui/fields/schema-field.tsx';
import { EventSection, useEventSection } from '../settings/event-section.tsx';
import { loadForm } from './drafts.ts';
import type { FormPreviewProps } from './form-builder.tsx';

const texts = ['organiser', 'privacyText', 'privacyUrl', 'consentNote', 'marketingText'] as const;

interface FormTextsProps {
  event: AdminEvent;
  Preview: ComponentType<FormPreviewProps>;
}

/** The texts that the public form shows visitors before they leave their number, beside the form. */
export function FormTexts({ event, Preview }: FormTextsProps) {
  const section = useEventSection(event, texts);
  const typed = useWatch({ control: section.form.control, name: texts });
  const shown = Object.fromEntries(
    texts.map((name, index) => [name, typed[index]?.trim() || null]),
  ) as Pick<AdminEvent, (typeof texts)[number]>;

  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-6 @4xl:grid-cols-[minmax(0,1fr)_auto]">
        <EventSection
          {...section}
          title={say('Texts and consent')}
          help={say(
            'What visitors read before they enter: who you are, and how you use their details.',
          )}
        >
          {texts.map((name) => (
            <SchemaField key={name} name={name} className="md:col-span-2" />
          ))}
          <div role="status" className="rounded-m bg-sunk px-4 py-3 text-sm md:col-span-2">
            <p className="break-words">
              {say('Visitors read: “{shown}”', { shown: consentNoteOf(shown) })}
            </p>
            {shown.marketingText && (
              <p className="mt-1 break-words">
                {say('They may tick: “{marketingText}”', { marketingText: shown.marketingText })}
              </p>
            )}
          </div>
        </EventSection>
        <section
          aria-labelledby="preview"
          className="flex w-full flex-col gap-3 @4xl:sticky @4xl:top-18 @4xl:w-92"
        >
          <h2 id="preview" className="scroll-mt-18 text-lg">
            {say('Preview')}
          </h2>
          <Preview
            event={{ ...event, ...shown }}
            drafts={loadForm(event).asked}
            openId={undefined}
          />
        </section>
      </div>
    </div>
  );
}
