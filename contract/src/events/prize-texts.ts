import { formFields } from '../core/inputs/form-fields.ts';
import { optionalText } from '../core/inputs/text.ts';
import { translationsOf } from '../core/translations.ts';

export const PRIZE_NAME_MAX = 100;
const PRIZE_DESCRIPTION_MAX = 500;

export const prizeDescription = optionalText('Description', PRIZE_DESCRIPTION_MAX, 'many')
  .register(formFields, { label: 'Description (Optional)', control: 'paragraphs' })
  .describe(`At most ${PRIZE_DESCRIPTION_MAX} characters; null shows none.`);

/** The texts of a prize in another language. */
export const prizeTranslations = translationsOf({
  name: optionalText('Prize name', PRIZE_NAME_MAX).describe(
    `At most ${PRIZE_NAME_MAX} characters.`,
  ),
  description: prizeDescription,
});
