import { adminPages, helpPages, pageRegExp } from '@drawbridge/contract/pages';
import { CircleQuestionMark } from 'lucide-react';
import { useLocation } from 'wouter';
import { iconButtonClasses } from '../../ui/icon-button.tsx';
import { TOOLTIP } from '../../ui/tooltip.tsx';

const { organisers, operators } = helpPages;

/** What the handbook says about each screen of the administration; a test checks that the section exists. */
export const chapterOf: Record<keyof typeof adminPages, string> = {
  events: `${organisers}#create-the-event`,
  form: `${organisers}#ask-questions`,
  event: `${organisers}#create-the-event`,
  eventTab: `${organisers}#draw-the-winners`,
  leads: `${organisers}#verify-the-leads`,
  volunteers: `${organisers}#assign-volunteers`,
  analytics: `${organisers}#after-the-event`,
  settings: `${organisers}#log-in`,
  server: `${operators}#trouble`,
  accounts: `${organisers}#people-in-your-team`,
  programs: `${organisers}#tell-other-programs`,
  privacy: `${organisers}#when-somebody-asks-for-their-data`,
  sponsorReport: `${organisers}#share-leads-with-sponsors`,
};

const chapters = Object.entries(chapterOf).map(
  ([name, chapter]) => [pageRegExp(adminPages[name as keyof typeof adminPages]), chapter] as const,
);

/** Opens the chapter beside the screen, so that nothing that was typed is lost. */
export function HelpLink() {
  const [path] = useLocation();
  const [, chapter] = chapters.find(([page]) => page.test(path)) ?? [];
  return (
    <a
      href={chapter}
      target="_blank"
      rel="noreferrer"
      aria-label="Help for this screen"
      {...{ [TOOLTIP]: 'Help for this screen' }}
      className={iconButtonClasses}
    >
      <CircleQuestionMark aria-hidden className="size-4.5" />
    </a>
  );
}
