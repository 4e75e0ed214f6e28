import { OwnSettings } from '../../features/settings/own-settings.tsx';
import { StatusSection } from '../../features/settings/status-section.tsx';
import { useIsLimited } from '../../lib/session.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { SettingsNav } from '../admin-layout.tsx';

export function SettingsPage() {
  const limited = useIsLimited();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Settings"
        subtitle={`Your password, second factor and sessions${limited ? '' : ', and the server'}`}
      />
      <SettingsNav />
      <OwnSettings />
      {!limited && (
        <div className="max-w-3xl">
          <StatusSection />
        </div>
      )}
    </div>
  );
}
