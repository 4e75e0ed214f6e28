import { PanelLeft } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { useSidebar } from './sidebar-context.tsx';

export function SidebarTrigger() {
  const { phone, expanded, sheetOpen, toggle } = useSidebar();

  return (
    <IconButton
      icon={PanelLeft}
      label="Toggle sidebar"
      aria-expanded={phone ? sheetOpen : expanded}
      onClick={toggle}
    />
  );
}
