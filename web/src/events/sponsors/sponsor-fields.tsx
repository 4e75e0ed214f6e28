import { type Sponsor, sponsorDetails } from '@drawbridge/contract/events/sponsors';
import { useWatch } from 'react-hook-form';
import { readLogo } from '../../lib/device/pictures.ts';
import { say } from '../../lib/texts/say.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { PictureField } from '../../ui/fields/picture-drop.tsx';
import { SchemaField } from '../../ui/fields/schema-field.tsx';

/** The form of a sponsor, and its logo: null without one, and empty while the file is being read. */
export function useSponsorForm(sponsor?: Sponsor) {
  const form = useZodForm(sponsorDetails, {
    defaultValues: { name: sponsor?.name ?? '', logo: sponsor?.logo ?? null },
  });
  return { form, logo: useWatch({ control: form.control, name: 'logo' }) };
}

interface SponsorFieldsProps {
  /** The label of the name, if it is required. */
  nameLabel?: string;
}

export function SponsorFields({ nameLabel }: SponsorFieldsProps) {
  return (
    <>
      <SchemaField
        name="name"
        {...(nameLabel && { label: nameLabel })}
        className="md:col-span-2 [&_input]:scroll-m-4"
      />
      <PictureField
        name="logo"
        label={say('Sponsor Logo')}
        what={{ chosen: say('Chosen logo'), remove: say('Remove logo') }}
        read={readLogo}
        className="md:col-span-2"
      />
    </>
  );
}
