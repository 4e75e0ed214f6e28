import { EventSettings } from '../../events/settings/event-settings.tsx';
import type { EventTabProps } from '../event-tab.ts';

export function SettingsTab({ event, onAction }: EventTabProps) {
  return <EventSettings event={event} onEdit={() => onAction('edit')} />;
}
