import type { AdminEvent } from '@drawbridge/contract/events/events';
import { type ReactNode, useId } from 'react';
import { say } from '../../lib/texts/say.ts';
import { Card } from '../../ui/card.tsx';
import { StageOf } from '../stage-context.tsx';
import { ReadyChecks } from './ready-checks.tsx';
import { RunningOrder } from './running-order.tsx';
import { Screens } from './screens.tsx';
import { SealedBanner } from './sealed-banner.tsx';
import { TakingPartFacts } from './who-takes-part.tsx';

interface DrawPreparationProps {
  event: AdminEvent;
  onQrCode: () => void;
}

/** The preparation of an event's draws, in four blocks. */
export function DrawPreparation({ event, onQrCode }: DrawPreparationProps) {
  return (
    <StageOf eventId={event.id} presents part>
      <div className="flex flex-col gap-4">
        <SealedBanner />
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <Block title={say('Ready?')}>
              <ReadyChecks />
            </Block>
            <Block title={say('Running order')}>
              <RunningOrder />
            </Block>
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Block title={say('Who takes part')}>
              <TakingPartFacts />
            </Block>
            <Block title={say('Screens')}>
              <Screens event={event} onQrCode={onQrCode} />
            </Block>
          </div>
        </div>
      </div>
    </StageOf>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="flex flex-col gap-4 p-5">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </Card>
  );
}
