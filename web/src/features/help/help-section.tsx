import { Card } from '../../ui/card.tsx';
import type { HelpGroup } from './help-topics.ts';

/** The answers for one kind of people. */
export function HelpSection({ group: { id, title, topics } }: { group: HelpGroup }) {
  return (
    <Card aria-labelledby={id} className="p-5 md:p-7">
      <h2 id={id} className="scroll-mt-4 text-2xl">
        {title}
      </h2>
      <dl className="mt-4 flex flex-col gap-5">
        {topics.map(({ question, answer, more }) => (
          <div key={question}>
            <dt className="font-semibold text-lg">{question}</dt>
            <dd className="mt-1 text-pretty">
              {answer}
              {more && (
                // The handbook's pages are outside the app.
                <a
                  href={more.to}
                  className="mt-0.5 flex min-h-11 w-fit items-center font-semibold text-accent-ink underline underline-offset-2 md:min-h-8"
                >
                  {more.label}
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
