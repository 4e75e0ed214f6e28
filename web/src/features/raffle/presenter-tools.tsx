import type { EligiblePeople } from '@drawbridge/contract/draws';
import { Switch } from '../../ui/switch.tsx';
import { describePeople } from './people-count.ts';

interface PresenterToolsProps {
  eligible: EligiblePeople | undefined;
  sealing: boolean;
  onSealingChange: (sealing: boolean) => void;
}

/** What only the person who draws sees, between two draws. */
export function PresenterTools({ eligible, sealing, onSealingChange }: PresenterToolsProps) {
  return (
    <section
      aria-label="Presenter"
      className="flex min-w-0 flex-wrap items-center gap-x-6 text-ink-2 lg:justify-end"
    >
      <p role="status" className="min-w-0">
        {eligible && describePeople(eligible)}
      </p>
      <Switch label="Sealed draw" checked={sealing} onCheckedChange={onSealingChange} />
    </section>
  );
}
