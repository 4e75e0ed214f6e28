import { LEADS_PER_SPONSOR_PAGE } from '@drawbridge/contract/lead-values';
import type { SponsorPage } from '@drawbridge/contract/sponsor-pages';
import { ChevronLeft, ChevronRight, Users } from 'lucide-react';
import { questionInPageLanguage } from '../../lib/own-text.tsx';
import { t } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { answerText, formatInZone } from './shared-texts.ts';

interface LeadListProps {
  shown: SponsorPage;
  page: number;
  onNewer: (() => void) | undefined;
  onOlder: (() => void) | undefined;
}

export function LeadList({ shown, page, onNewer, onOlder }: LeadListProps) {
  const { leads, agreed, event } = shown;
  const pages = Math.max(page, Math.ceil(agreed / LEADS_PER_SPONSOR_PAGE));
  const questions = shown.questions.map((question) => ({
    question,
    label: questionInPageLanguage(question).label,
  }));

  if (agreed === 0) {
    return (
      <Card>
        <EmptyState icon={Users} title={t('sponsor.noLeads')} help={t('sponsor.nobody')} />
      </Card>
    );
  }
  return (
    <>
      <ul aria-label={t('sponsor.title')} className="divide-y divide-line rounded-l border bg-card">
        {leads.map(({ name, phone, email, at, answers }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: leads come without ids.
            key={index}
            className="grid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[1fr_1fr_auto] md:px-5"
          >
            <p className="min-w-0 break-words font-semibold">
              <bdi>{name}</bdi>
            </p>
            <p className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
              <a href={`tel:${phone}`} dir="ltr" className="underline underline-offset-4">
                {phone}
              </a>
              {email && (
                <a
                  href={`mailto:${email}`}
                  dir="ltr"
                  className="min-w-0 break-all underline underline-offset-4"
                >
                  {email}
                </a>
              )}
            </p>
            <p className="whitespace-nowrap text-ink-2 text-sm tabular-nums md:text-end">
              {formatInZone(at, event.timeZone)}
            </p>
            <dl className="col-span-full flex flex-wrap gap-x-6 gap-y-1 text-sm empty:hidden">
              {questions.map(({ question, label }) => {
                const answer = answers[question.id];
                if (answer === undefined) return null;
                return (
                  <div key={question.id} className="min-w-0 break-words">
                    <dt className="inline text-ink-2">
                      <bdi>{label}</bdi>{' '}
                    </dt>
                    <dd className="inline whitespace-pre-line font-medium">
                      <bdi>{answerText(question, answer)}</bdi>
                    </dd>
                  </div>
                );
              })}
            </dl>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav
          aria-label={t('sponsor.title')}
          className="flex flex-wrap items-center justify-center gap-3"
        >
          <Button disabled={!onNewer} onClick={onNewer}>
            <ChevronLeft aria-hidden className="rtl:rotate-180" />
            {t('sponsor.newer')}
          </Button>
          <p className="text-ink-2 text-sm tabular-nums">{t('sponsor.pageOf', { page, pages })}</p>
          <Button disabled={!onOlder} onClick={onOlder}>
            {t('sponsor.older')}
            <ChevronRight aria-hidden className="rtl:rotate-180" />
          </Button>
        </nav>
      )}
    </>
  );
}
