import { adminPages, type EventTab, helpPages, pageRegExp } from '@drawbridge/contract/core/pages';
import { CircleQuestionMark } from 'lucide-react';
import { useLocation } from 'wouter';
import { iconButtonClasses } from '../../ui/icon-button.tsx';
import { TOOLTIP } from '../../ui/tooltip.tsx';

const { organisers, operators } = helpPages;

type Screen = Exclude<keyof typeof adminPages, 'eventTab'> | EventTab;

/** The handbook section for each screen and each tab of an event; a test checks that the section exists. */
export const chapterOf: Record<Screen, string> = {
  events: `${organisers}#create-the-event`,
  form: `${organisers}#ask-questions`,
  event: `${organisers}#create-the-event`,
  prizes: `${organisers}#add-the-prizes`,
  sponsors: `${organisers}#add-the-sponsors`,
  team: `${organisers}#assign-volunteers`,
  draw: `${organisers}#draw-the-winners`,
  results: `${organisers}#after-the-event`,
  leads: `${organisers}#verify-the-leads`,
  volunteers: `${organisers}#assign-volunteers`,
  analytics: `${organisers}#after-the-event`,
  settings: `${organisers}#log-in`,
  server: `${operators}#trouble`,
  accounts: `${organisers}#people-in-your-team`,
  integrations: `${organisers}#connect-other-programs`,
  privacy: `${organisers}#when-someone-asks-for-their-data`,
  sponsorReport: `${organisers}#share-leads-with-sponsors`,
};

const paths: Partial<Record<string, string>> = adminPages;
const chapters = [
  // The tab has the name of another screen.
  [pageRegExp(`${adminPages.event}/settings`), chapterOf.event] as const,
  ...Object.entries(chapterOf).map(([name, chapter]) => {
    const tab = `${adminPages.event}/${name}`;
    return [pageRegExp(paths[name] ?? tab, tab), chapter] as const;
  }),
];

/** Opens the chapter in another tab, so that no input is lost. */
export function HelpLink({ label }: { label: string }) {
  const [path] = useLocation();
  const [, chapter] = chapters.find(([page]) => page.test(path)) ?? [];
  return (
    <a
      href={chapter}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      {...{ [TOOLTIP]: label }}
      className={iconButtonClasses}
    >
      <CircleQuestionMark aria-hidden className="size-4.5" />
    </a>
  );
}
