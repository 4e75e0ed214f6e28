import type { AdminEvent } from '@drawbridge/contract/events/events';
import { type Language, languages } from '@drawbridge/contract/languages/languages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { say } from '../../lib/texts/say.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useUnsavedChanges } from '../../ui/dialogs/unsaved-changes.ts';
import { Field, Input, Textarea } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { prizesQuery, useSaveTranslations } from './api.ts';
import {
  countMissing,
  dependentUrls,
  keyOf,
  type TranslationRow,
  type TypedTranslations,
  targetLanguages,
  toTranslations,
  translationGroups,
} from './translation-rows.ts';

/** The organiser's own texts beside their translations into each language that the event offers. */
export function TranslationsEditor({ event }: { event: AdminEvent }) {
  const offered = targetLanguages(event);
  const [chosen, setChosen] = useState<Language>();
  const [typed, setTyped] = useState<TypedTranslations>({});
  const { data: prizes } = useQuery(prizesQuery(event.id));
  const save = useSaveTranslations(event.id);
  const changed = Object.keys(typed).length > 0;
  useUnsavedChanges(changed);
  const language = chosen ?? offered[0];

  if (!language || !prizes) return null;
  const groups = translationGroups(event, prizes);
  const missing = countMissing(groups, language, typed);

  return (
    <div>
      <div inert={save.isPending} className="flex flex-col gap-4">
        <Field label={say('Translate into')} className="max-w-90">
          <Select
            value={language}
            onValueChange={(code) => setChosen(code as Language)}
            options={offered.map((code) => {
              const left = countMissing(groups, code, typed);
              const state = left > 0 ? `${left} missing` : 'complete';
              return { value: code, label: `${languages[code].name}: ${state}` };
            })}
          />
        </Field>
        {groups.map(({ title, rows }) => (
          <Card key={rows[0]?.path.join('/')} className="flex flex-col gap-4 p-4 md:p-5">
            <h2 className="text-lg">{title}</h2>
            {rows.map((row) => (
              <Row
                key={keyOf(row, language)}
                row={row}
                from={event.language}
                into={language}
                text={dependentUrls(row, language, typed)}
                onChange={(text) => setTyped((before) => withText(before, row, language, text))}
              />
            ))}
          </Card>
        ))}
      </div>
      <div
        data-bottom-bar=""
        className="sticky bottom-0 z-10 -mx-4 mt-4 flex items-center gap-3 border-t bg-paper px-4 py-3 md:-mx-5 md:px-5 lg:-mx-8 lg:px-8"
      >
        <p role="status" className="me-auto text-ink-2 text-sm">
          {missing > 0
            ? say(
                '{count} text missing. Visitors see the original instead.',
                '{count} texts missing. Visitors see the original instead.',
                { count: missing },
              )
            : say('Complete')}
        </p>
        <Button
          variant="primary"
          pending={save.isPending}
          aria-disabled={!changed}
          onClick={() => {
            if (changed) {
              save.mutate(toTranslations(event, groups, typed), { onSuccess: () => setTyped({}) });
            }
          }}
        >
          {say('Save translations')}
        </Button>
      </div>
    </div>
  );
}

/** The typed translations, without those that equal the saved ones. */
function withText(
  typed: TypedTranslations,
  row: TranslationRow,
  language: Language,
  text: string,
): TypedTranslations {
  const { [keyOf(row, language)]: _, ...others } = typed;
  return text === (row.translations[language] ?? '')
    ? others
    : { ...others, [keyOf(row, language)]: text };
}

interface RowProps {
  row: TranslationRow;
  from: Language;
  into: Language;
  text: string;
  onChange: (text: string) => void;
}

function Row({ row, from, into, text, onChange }: RowProps) {
  const control = {
    value: text,
    lang: into,
    dir: 'auto',
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  } as const;
  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-1.5 md:grid-cols-2">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-semibold text-sm">
          {row.label}
          {text.trim() === '' && <Badge tone="wait">{say('Missing')}</Badge>}
        </p>
        <p lang={from} dir="auto" className="mt-1.5 whitespace-pre-line break-words md:py-2">
          {row.original}
        </p>
      </div>
      <Field label={say('{label} in {name}', { label: row.label, name: languages[into].name })}>
        {row.long ? <Textarea {...control} /> : <Input {...control} />}
      </Field>
    </div>
  );
}
