import { OwnSettings } from '../../features/settings/own-settings.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SettingsNav } from '../settings-nav.tsx';

export function SettingsPage() {
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Settings" subtitle="Your password, second factor and sessions" />
      <SettingsNav />
      <OwnSettings />
    </div>
  );
}
