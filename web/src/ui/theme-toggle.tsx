import { Moon, Sun } from 'lucide-react';
import { useTheme } from '../lib/theme.ts';
import { IconButton } from './icon-button.tsx';

export function ThemeToggle() {
  const [theme, setTheme] = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';

  return (
    <IconButton
      icon={other === 'dark' ? Moon : Sun}
      label={`Switch to ${other} theme`}
      onClick={() => setTheme(other)}
    />
  );
}
