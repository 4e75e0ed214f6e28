import { pages } from '@drawbridge/contract/core/pages';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';
import { t } from '../../lib/texts/texts.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { LanguageSwitch } from '../../ui/frame/language-switch.tsx';
import { TopBar } from '../../ui/frame/theme-toggle.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { OwnSettings } from './settings-page.tsx';

/** The own account of a volunteer, who has no sidebar. */
export function VolunteerSettingsPage() {
  return (
    <>
      <TopBar />
      <main className="mx-auto flex max-w-2xl flex-col gap-6 p-4 md:py-8">
        <Link to={pages.volunteerLeads} className={`${buttonClasses('quiet', 'small')} self-start`}>
          <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
          {t('volunteer.backToLeads')}
        </Link>
        <PageHeader title={t('volunteer.settings')} subtitle={t('volunteer.settingsHelp')}>
          <LanguageSwitch />
        </PageHeader>
        <OwnSettings />
      </main>
    </>
  );
}
