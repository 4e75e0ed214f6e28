import { LEADS_PER_SPONSOR_PAGE, type LeadSort } from '@drawbridge/contract/collecting/lead-values';
import { SPONSOR_NOTE_MAX, type SponsorPage } from '@drawbridge/contract/outreach/sponsor-pages';
import { ChevronLeft, ChevronRight, SearchX, Users } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useToastMutation } from '../../lib/queries/use-toast-mutation.ts';
import { questionInPageLanguage } from '../../lib/texts/event-text.tsx';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input, Textarea } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { EmptyState } from '../../ui/resource.tsx';
import { answerText, formatInZone, type Listed, saveNote } from './api.ts';

interface LeadListProps {
  shown: SponsorPage;
  secret: string;
  listed: Listed;
  onListed: (change: Partial<Listed>) => void;
  page: number;
  onBack: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function LeadList(props: LeadListProps) {
  const { shown, secret, listed, onListed, page, onBack, onNext } = props;
  const { leads, agreed, found, event } = shown;
  const pages = Math.max(page, Math.ceil(found / LEADS_PER_SPONSOR_PAGE));
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
      <ListControls listed={listed} onListed={onListed} />
      {found === 0 && (
        <Card>
          <EmptyState icon={SearchX} title={t('sponsor.nobodyFound')} />
        </Card>
      )}
      <ul
        aria-label={t('sponsor.title')}
        className="divide-y divide-line rounded-l border bg-card empty:hidden"
      >
        {leads.map(({ key, name, phone, email, at, answers, note }) => (
          <li
            key={key}
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
            <Note of={{ key, name, note }} secret={secret} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav
          aria-label={t('sponsor.title')}
          className="flex flex-wrap items-center justify-center gap-3"
        >
          <Button disabled={!onBack} onClick={onBack}>
            <ChevronLeft aria-hidden className="rtl:rotate-180" />
            {t('sponsor.newer')}
          </Button>
          <p className="text-ink-2 text-sm tabular-nums">{t('sponsor.pageOf', { page, pages })}</p>
          <Button disabled={!onNext} onClick={onNext}>
            {t('sponsor.older')}
            <ChevronRight aria-hidden className="rtl:rotate-180" />
          </Button>
        </nav>
      )}
    </>
  );
}

/** The delay between a key press and the search. */
const SEARCH_MS = 300;

function ListControls({ listed, onListed }: Pick<LeadListProps, 'listed' | 'onListed'>) {
  const [typed, setTyped] = useState(listed.search);
  const search = useEffectEvent(() => typed !== listed.search && onListed({ search: typed }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key begins the wait anew.
  useEffect(() => {
    const timer = setTimeout(search, SEARCH_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_14rem]">
      <Input
        type="search"
        aria-label={t('sponsor.search')}
        placeholder={t('sponsor.search')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Select
        label={t('sponsor.sort')}
        value={listed.sort}
        onValueChange={(sort) => onListed({ sort: sort as LeadSort })}
        options={[
          { value: 'newest', label: t('sponsor.byNewest') },
          { value: 'oldest', label: t('sponsor.byOldest') },
          { value: 'name', label: t('sponsor.byName') },
        ]}
      />
    </div>
  );
}

interface NoteProps {
  of: Pick<SponsorPage['leads'][number], 'key' | 'name' | 'note'>;
  secret: string;
}

/** The sponsor's own note, saved when the field is left. Text that could not be saved stays in the field. */
function Note({ of: { key, name, note }, secret }: NoteProps) {
  const [typed, setTyped] = useState<string>();
  const save = useToastMutation({
    send: (text: string) => saveNote(secret, { key, note: text }),
    failure: t('sponsor.noteNotSaved'),
  });
  const saved = note ?? '';
  return (
    <Textarea
      rows={1}
      aria-label={t('sponsor.noteOn', { name })}
      placeholder={t('sponsor.addNote')}
      maxLength={SPONSOR_NOTE_MAX}
      value={typed ?? saved}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (typed === undefined || typed.trim() === saved) return setTyped(undefined);
        save.mutate(typed, { onSuccess: () => setTyped(undefined) });
      }}
      className="-mx-3.5 -mb-2 col-span-full field-sizing-content w-auto! resize-none! text-sm not-focus:not-hover:border-transparent not-focus:not-hover:bg-transparent"
    />
  );
}
