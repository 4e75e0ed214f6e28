import { adminPages, pages } from '@drawbridge/contract/core/pages';
import { DEFAULT_LANGUAGE } from '@drawbridge/contract/languages/languages';
import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useSession } from '../../lib/api/session.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { say } from '../../lib/texts/say.ts';
import { currentLanguage } from '../../lib/texts/texts.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { TopBar } from '../../ui/frame/theme-toggle.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type HelpGroup, handbook, helpTopics } from './help-topics.ts';

const FoundSections = lazyPart(() => import('./handbook-search.tsx'), 'FoundSections');

/** The group whose short answers come first, by the user's role. */
const ownFirst = { admin: 'organisers', volunteer: 'volunteers' };

/** Short answers for everybody, which also open without a network, and links to the handbook. */
export function HelpPage() {
  const { user } = useSession();
  const own = user && ownFirst[user.role];
  const groups = [...helpTopics].sort(
    (one, other) => Number(other.id === own) - Number(one.id === own),
  );
  // Scrolls to the part in the address, which did not exist when the page loaded; otherwise the scroll position of the
  // previous screen would stay.
  useEffect(() => {
    const part = document.getElementById(location.hash.slice(1));
    if (part) part.scrollIntoView();
    else scrollTo(0, 0);
  }, []);

  return (
    <>
      <TopBar />
      <main className="mx-auto flex max-w-3xl flex-col gap-6 p-4 pb-16 md:py-8">
        {user && (
          <Link
            to={user.role === 'admin' ? adminPages.events : pages.volunteerLeads}
            className={`${buttonClasses('quiet', 'small')} self-start`}
          >
            <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
            {user.role === 'admin' ? say('Back to events') : say('Back to leads')}
          </Link>
        )}
        <PageHeader title={say('Help')} subtitle={say('Short answers, and where to read more')} />
        <Handbook chapters={handbook[user?.role ?? 'admin']} />
        {groups.map((group) => (
          <HelpSection key={group.id} group={group} />
        ))}
        <a
          href="/licences.txt"
          className="flex min-h-11 w-fit items-center text-ink-2 underline underline-offset-2 md:min-h-8"
        >
          {say('Licences of the software that is part of Drawbridge')}
        </a>
      </main>
    </>
  );
}

/** The handbook's chapters, and a search in all of them. They are outside the app. */
function Handbook({ chapters }: { chapters: [label: string, to: string][] }) {
  const [typed, setTyped] = useState('');
  return (
    <Card aria-label={say('Handbook')} className="flex flex-col gap-4 p-5 md:p-7">
      <Field label={say('Search the handbook')}>
        <Input type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
      {typed.trim() ? (
        <Suspense>
          <FoundSections typed={typed} />
        </Suspense>
      ) : (
        <nav aria-label={say('Chapters')} className="flex flex-wrap gap-2">
          {chapters.map(([label, to]) => (
            <a key={to} href={to} className={buttonClasses('secondary', 'small')}>
              {say(label)}
            </a>
          ))}
        </nav>
      )}
      {currentLanguage() !== DEFAULT_LANGUAGE && (
        <p className="text-ink-2 text-sm">{say('The handbook is in English.')}</p>
      )}
    </Card>
  );
}

/** The answers for one group of users. */
function HelpSection({ group: { id, title, topics } }: { group: HelpGroup }) {
  return (
    <Card aria-labelledby={id} className="p-5 md:p-7">
      <h2 id={id} className="scroll-mt-4 text-2xl">
        {say(title)}
      </h2>
      <dl className="mt-4 flex flex-col gap-5">
        {topics.map(({ question, answer, more }) => (
          <div key={question}>
            <dt className="font-semibold text-lg">{say(question)}</dt>
            <dd className="mt-1 text-pretty">
              {say(answer)}
              {more && (
                // The handbook's pages are outside the app.
                <a
                  href={more.to}
                  className="mt-0.5 flex min-h-11 w-fit items-center font-semibold text-accent-ink underline underline-offset-2 md:min-h-8"
                >
                  {say(more.label)}
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
