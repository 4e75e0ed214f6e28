import type { Brand } from '@drawbridge/contract/core/brand';
import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Mark } from './wordmark.tsx';

export const isBranded = ({ logo, cover, accent }: Brand) => Boolean(logo || cover || accent);

/** Gives the whole page a colour, in both themes. */
export function BrandColour({ styles }: { styles: string | null | undefined }) {
  return styles ? <style>{styles}</style> : null;
}

interface PictureProps {
  src: string;
  /** The classes that give it a size independent of the picture, so that nothing moves when it arrives. */
  className: string;
  /** True for the largest picture at the top of a page, which comes before the scripts of a rendered page. */
  first?: boolean;
}

/** A picture. It loads after the scripts, because the page may not work without them. */
export function Picture({ src, className, first = false }: PictureProps) {
  return <img src={src} alt="" fetchPriority={first ? 'high' : 'low'} className={className} />;
}

/** Logos are designed for paper, so they get a light plate in the dark theme too. */
export function BrandLogo({ src, className }: PictureProps) {
  const plate = 'light rounded-m bg-card object-contain p-1.5';
  return <Picture src={src} className={classNames(plate, className)} />;
}

interface BrandHeaderProps {
  brand: Brand;
  className?: string;
  children: ReactNode;
}

/** The top of a public page: the cover, or the colour, with the logo and the facts of the event. */
export function BrandHeader({
  brand: { logo, cover, accent },
  className,
  children,
}: BrandHeaderProps) {
  return (
    <header
      className={classNames(
        'relative flex flex-col justify-end',
        cover && 'min-h-52',
        cover || !accent ? 'dark bg-stage text-ink' : 'bg-accent text-on-accent',
        className,
      )}
    >
      {cover && (
        <Picture first src={cover} className="absolute size-full rounded-[inherit] object-cover" />
      )}
      {logo && (
        <BrandLogo src={logo} className="relative z-1 mx-5 mt-5 h-14 max-w-full self-start" />
      )}
      <div
        className={classNames(
          'relative min-w-0 rounded-[inherit] px-5 pb-4',
          // A dark shade behind the text, so that it can be read on any picture.
          cover ? '-mt-6 cover-shade pt-9' : 'pt-3',
        )}
      >
        {children}
      </div>
    </header>
  );
}

/** Names the product at the foot of a page with its own brand. */
export function MadeWith() {
  return (
    <p className="mt-5 flex items-center justify-center gap-2 text-ink-2 text-sm">
      <Mark className="size-4" />
      {PRODUCT_NAME}
    </p>
  );
}
