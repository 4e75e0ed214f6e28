import { rafflePath, typedLeadFormPath } from '@drawbridge/contract/core/pages';
import { mayEnter } from '@drawbridge/contract/events/entering';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import type { PublicSponsor } from '@drawbridge/contract/events/sponsors';
import type { ReactNode } from 'react';
import { typedAddress, usePublicOrigin } from '../../events/sharing/public-origin.ts';
import { SponsorLogos } from '../../events/sponsors/sponsor-logos.tsx';
import { t } from '../../lib/texts/texts.ts';
import { QrLink } from '../../ui/qr-codes/qr-link.tsx';
import { useTurningPage } from '../scenes/pages.tsx';
import { useStage } from '../stage-context.tsx';

interface WallCodeProps {
  event: PublicEvent;
  /** The digits of the open roll call; null if this screen may not know them. */
  digits: string | null | undefined;
}

/** The QR code for the current phase, with the address that people can type instead as long as they can enter. */
export function WallCode({ event, digits }: WallCodeProps) {
  const { scene, chosen, results } = useStage();
  const origin = usePublicOrigin();
  if (!origin) return null;
  const open = mayEnter(event);
  const calling = scene.kind === 'idle' && scene.rollCall !== null;
  const [host, code] = typedAddress(event.shortCode, origin).split('/e/');
  const typed = open && (
    <>
      {host}
      <wbr />
      /e/{code}
    </>
  );

  if (!calling && open && !chosen && results.length === 0) {
    const path = typedLeadFormPath(event.shortCode);
    return (
      <LargeCode path={path} label={t('stage.formCode')} title={t('stage.enter')}>
        {typed}
      </LargeCode>
    );
  }
  const path = rafflePath(event.id) + (calling && digits ? `#here=${digits}` : '');
  const title = calling ? 'stage.sayHere' : open ? 'stage.enterOrWatch' : 'stage.watch';
  return (
    <LargeCode path={path} label={t('stage.raffleCode')} title={t(title)}>
      {typed}
    </LargeCode>
  );
}

interface CodeProps {
  path: string;
  label: string;
  className?: string;
  children?: ReactNode;
}

function Code({ children: _, ...link }: CodeProps) {
  const origin = usePublicOrigin();
  return <QrLink {...link} {...(origin && { origin })} />;
}

function LargeCode({ title, ...code }: CodeProps & { title: string }) {
  return (
    <div className="light flex min-h-0 flex-1 flex-col items-center justify-center rounded-l bg-card px-[0.4rem] py-[0.7rem] text-center text-ink">
      <Code {...code} className="min-h-0 w-full flex-1" />
      <p className="text-balance font-bold font-display text-[1.7rem] leading-[1.15] rtl:leading-[1.4]">
        {title}
      </p>
      <p dir="ltr" className="max-w-full font-semibold wrap-anywhere">
        {code.children}
      </p>
    </div>
  );
}

export function CornerQrCode(code: CodeProps) {
  return (
    <div className="flex shrink-0 items-center gap-[0.8rem] text-balance font-display font-semibold text-[1.15rem] leading-[1.15] rtl:leading-[1.4]">
      <Code {...code} className="w-20 shrink-0 rounded-s" />
      <p>{code.children}</p>
    </div>
  );
}

interface WallSponsorsProps {
  sponsors: PublicSponsor[];
  perPage: number;
}

/** Logos as large as their space allows; many logos take turns. */
export function WallSponsors({ sponsors, perPage }: WallSponsorsProps) {
  const page = useTurningPage(Math.ceil(sponsors.length / perPage));
  if (sponsors.length === 0) return null;
  const visibleSponsors = sponsors.slice(page * perPage, (page + 1) * perPage);
  return (
    // The logos are at the end of their space, where they also are before the codes are known.
    <div
      key={page}
      className="animate-[appear_600ms_ease-out_both] ms-auto mt-auto flex min-w-0 max-w-full shrink-0"
    >
      <SponsorLogos sponsors={visibleSponsors} oneLine className="min-w-0" />
    </div>
  );
}
