import type { EligiblePeople } from '@drawbridge/contract/draws';
import { Maximize, Minimize } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { describePeople } from './people-count.ts';
import { useFullScreen } from './use-full-screen.ts';

interface PresenterToolsProps {
  eligible: EligiblePeople | undefined;
  sealing: boolean;
  onSealingChange: (sealing: boolean) => void;
}

/** What only the person who draws sees, between two draws. */
export function PresenterTools({ eligible, sealing, onSealingChange }: PresenterToolsProps) {
  const fullScreen = useFullScreen();

  return (
    <section
      aria-label="Presenter"
      className="flex min-w-0 flex-wrap items-center gap-x-6 text-ink-2 md:justify-end"
    >
      <p role="status" className="min-w-0">
        {eligible && describePeople(eligible)}
      </p>
      <Switch label="Sealed draw" checked={sealing} onCheckedChange={onSealingChange} />
      {fullScreen.possible && (
        <IconButton
          icon={fullScreen.on ? Minimize : Maximize}
          label={fullScreen.on ? 'Leave full screen' : 'Full screen'}
          onClick={fullScreen.toggle}
        />
      )}
    </section>
  );
}
