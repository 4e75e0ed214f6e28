import { type Brand, brandTokens, OWN_ACCENT } from '@drawbridge/contract/core/brand';
import { type CSSProperties, useId } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { readPicture } from '../../lib/device/pictures.ts';
import { formatDayWithWeekday } from '../../lib/texts/day-formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { PictureField } from '../../ui/fields/picture-drop.tsx';
import { BrandHeader, MadeWith } from '../../ui/frame/brand.tsx';
import { useEventForm } from '../events/event-fields.tsx';

export const brandFields = ['logo', 'cover', 'accent'] as const;

/** The look of the event's public pages. */
export function BrandFields() {
  const [logo = null, cover = null, accent = null] = useWatch({
    control: useEventForm().control,
    name: brandFields,
  });

  return (
    <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
      <div className="flex flex-col gap-4">
        <PictureField
          name="logo"
          label={say('Logo')}
          what={{ chosen: say('Chosen logo'), remove: say('Remove logo') }}
          read={(file) => readPicture(file, 512)}
        />
        <PictureField
          name="cover"
          label={say('Cover Picture')}
          what={{
            chosen: say('Chosen cover picture'),
            remove: say('Remove cover picture'),
          }}
          read={(file) => readPicture(file, 1600)}
        />
        <AccentField />
      </div>
      <Preview brand={{ logo, cover, accent }} />
    </div>
  );
}

function AccentField() {
  const id = useId();
  const { field } = useController({ control: useEventForm().control, name: 'accent' });
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {say('Colour')}
      </label>
      <div className="flex items-center gap-3">
        <input
          id={id}
          ref={field.ref}
          type="color"
          value={field.value ?? OWN_ACCENT}
          onChange={field.onChange}
          aria-describedby={`${id}-hint`}
          className="h-11 w-16 cursor-pointer rounded-m border border-edge bg-card p-1 md:h-10"
        />
        {field.value && (
          <Button size="small" onClick={() => field.onChange(null)}>
            {say('Remove colour')}
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="text-ink-2 text-sm">
        {say(
          'Used for buttons and links. It is adjusted automatically where text would be hard to read.',
        )}
      </p>
    </div>
  );
}

/** A preview of the top of the public form and its button. */
function Preview({ brand }: { brand: Brand }) {
  const [name, date, location] = useWatch({
    control: useEventForm().control,
    name: ['name', 'date', 'location'],
  });
  const tokens = brandTokens(brand.accent ?? OWN_ACCENT, 'light') as CSSProperties;
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="font-semibold text-sm">{say('On the form')}</figcaption>
      <div
        aria-hidden
        style={tokens}
        className="light rounded-l border bg-paper pb-4 text-ink shadow-lift"
      >
        <BrandHeader brand={brand} className="rounded-t-l">
          <p className="break-words font-display font-semibold text-2xl leading-7">
            {name || say('Event Name')}
          </p>
          <p className="break-words text-sm">
            {[date && formatDayWithWeekday(date), location].filter(Boolean).join(' · ')}
          </p>
        </BrandHeader>
        <div className="px-5 pt-4">
          <span className={`${buttonClasses('primary', 'large')} w-full`}>{say('Submit')}</span>
          <MadeWith />
        </div>
      </div>
    </figure>
  );
}
