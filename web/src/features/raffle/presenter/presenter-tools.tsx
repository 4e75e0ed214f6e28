import type { EligiblePeople } from '@drawbridge/contract/draws';
import { stagePath } from '@drawbridge/contract/pages';
import { Projector } from 'lucide-react';
import type { ReactNode } from 'react';
import { Switch } from '../../../ui/checkbox.tsx';
import { peopleInDraw } from './people-count.ts';

interface PresenterToolsProps {
  eventId: string;
  eligible: EligiblePeople | undefined;
  sealing: boolean;
  onSealingChange: (sealing: boolean) => void;
  /** What else is in the same row. */
  children: ReactNode;
}

/** Controls that only presenters see, between draws. */
export function PresenterTools(props: PresenterToolsProps) {
  const { eventId, eligible, sealing, onSealingChange, children } = props;

  return (
    <section
      aria-label="Presenter"
      className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-1 text-ink-2"
    >
      <p role="status" className="min-w-0">
        {eligible && peopleInDraw(eligible.people)}
      </p>
      {children}
      <a
        href={stagePath(eventId)}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent-ink underline md:min-h-0"
      >
        <Projector aria-hidden className="size-4 shrink-0" />
        Open the stage on this screen
      </a>
      <Switch
        label="Sealed draw"
        hint="Fixes who is in the draw before the audience calls out a phrase, which decides too."
        checked={sealing}
        onCheckedChange={onSealingChange}
      />
    </section>
  );
}
