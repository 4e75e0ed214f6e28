import { Maximize, Minimize } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useFullScreen } from './use-full-screen.ts';

/** Where the browser can fill the screen; most phones cannot. */
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
