import type { Prize } from '@drawbridge/contract/raffle/prizes';
import { classNames } from '../../lib/class-names.ts';
import { useEventTextLang } from '../../lib/texts/event-text.tsx';

/** The part of a prize that is shown to people who may win it. */
export type DescribedPrize = Pick<Prize, 'name' | 'description' | 'translations'>;

interface PrizeDescriptionProps {
  /** The prize, already in the language of the page where it is translated. */
  of: DescribedPrize;
  className?: string;
}

export function PrizeDescription({ of, className }: PrizeDescriptionProps) {
  const lang = useEventTextLang()(of, 'description');
  if (!of.description) return null;
  return (
    <p
      data-part="description"
      className={classNames('min-w-0 whitespace-pre-line break-words text-ink-2', className)}
    >
      <bdi lang={lang}>{of.description}</bdi>
    </p>
  );
}
