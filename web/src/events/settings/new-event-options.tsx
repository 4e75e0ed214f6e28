import { winnerDisplayNames } from '@drawbridge/contract/events/raffle-options';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { countryName } from '../../lib/texts/country-names.ts';
import { say } from '../../lib/texts/say.ts';
import { useEventForm } from '../events/event-fields.tsx';
import { WinnerDisplayField } from './draw-fields.tsx';
import { currencyName, PlaceFields, timeZoneName } from './place-fields.tsx';

const folded = ['winnerDisplay', 'country', 'currency', 'timeZone'] as const;

/** The options that most new events leave at their defaults. The summary has their values. */
export function NewEventOptions({ defaultCountry }: { defaultCountry: string | undefined }) {
  const { control, formState, setFocus } = useEventForm();
  const [open, setOpen] = useState(false);
  const [display = 'full', country, currency, timeZone] = useWatch({ control, name: folded });
  const wrong = folded.find((name) => formState.errors[name]);
  const first = Object.keys(formState.errors)[0] === wrong;
  useEffect(() => {
    // A wrong field could not get the focus while it was hidden.
    if (wrong && first) setFocus(wrong);
  }, [wrong, first, setFocus]);
  const chosenCountry = country ?? defaultCountry;

  return (
    <details
      open={open || wrong !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group border-t pt-5"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-m">
        <span className="min-w-0">
          <h3 className="text-lg">{say('More options')}</h3>
          <p className="break-words text-ink-2 text-sm">
            {[
              say(winnerDisplayNames[display]),
              chosenCountry && countryName(chosenCountry),
              currency && currencyName(currency),
              timeZone && timeZoneName(timeZone),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="mt-4 grid grid-cols-1 gap-4 md:grid-cols-2">
        <WinnerDisplayField />
        <PlaceFields isNew defaultCountry={defaultCountry} />
        <p className="text-ink-2 text-sm md:col-span-2">
          {say(
            "Everything else is on the event's page: Settings, and the form's texts and languages.",
          )}
        </p>
      </div>
    </details>
  );
}
