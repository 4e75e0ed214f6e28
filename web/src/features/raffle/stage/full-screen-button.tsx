import { Maximize, Minimize } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useFullScreen } from './use-full-screen.ts';

/** Rendered only if the browser supports full screen; most phones do not. */
export function FullScreenButton() {
  const { on, possible, toggle } = useFullScreen();
  if (!possible) return null;
  return (
    <IconButton
      icon={on ? Minimize : Maximize}
      label={on ? 'Leave full screen' : 'Full screen'}
      onClick={toggle}
    />
  );
}
