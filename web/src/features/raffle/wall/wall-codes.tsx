import type { PublicEvent } from '@drawbridge/contract/events';
import { rafflePath, typedLeadFormPath } from '@drawbridge/contract/pages';
import type { PublicSponsor } from '@drawbridge/contract/sponsors';
import { t } from '../../../lib/texts.ts';
import { QrLink } from '../../../ui/qr-link.tsx';
import { typedAddress, usePublicOrigin } from '../../sharing/public-origin.ts';
import { SponsorLogos } from '../../sponsors/sponsor-logos.tsx';
import { useTurningPage } from './use-wall.ts';

/** The way to the form while there is one, and the way to the raffle page. */
export function WallCodes({ event }: { event: PublicEvent }) {
  const origin = usePublicOrigin();
  if (!origin) return null;
  const entering = event.status !== 'ended';
  const [host, path] = typedAddress(event.shortCode, origin).split('/e/');

  return (
    <>
      {entering && (
        <div className="wall-code light">
          <QrLink
            path={typedLeadFormPath(event.shortCode)}
            origin={origin}
            label={t('stage.formCode')}
            className="qr"
          />
          <p className="title">{t('stage.enter')}</p>
          <p className="address" dir="ltr">
            {host}
            <wbr />
            /e/{path}
          </p>
        </div>
      )}
      <div className={entering ? 'wall-code small' : 'wall-code light'}>
        <QrLink
          path={rafflePath(event.id)}
          origin={origin}
          label={t('stage.raffleCode')}
          className="qr"
        />
        <p className="title">{t('stage.watch')}</p>
      </div>
    </>
  );
}

interface WallSponsorsProps {
  sponsors: PublicSponsor[];
  perPage: number;
}

/** Logos as large as their place allows; if there are many, they take turns. */
export function WallSponsors({ sponsors, perPage }: WallSponsorsProps) {
  const page = useTurningPage(Math.ceil(sponsors.length / perPage));
  if (sponsors.length === 0) return null;
  const shown = sponsors.slice(page * perPage, (page + 1) * perPage);
  return (
    <div key={page} className="wall-sponsors">
      <SponsorLogos sponsors={shown} />
    </div>
  );
}
