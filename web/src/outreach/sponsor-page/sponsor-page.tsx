import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import type { Language } from '@drawbridge/contract/languages/languages';
import type {
  SponsorPage as Shown,
  SponsorReport,
} from '@drawbridge/contract/outreach/sponsor-pages';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChartColumn, CloudOff, Download, Printer } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { hasCode, sentenceOf } from '../../lib/api/api-client.ts';
import { listen } from '../../lib/queries/listen.ts';
import { useToastMutation } from '../../lib/queries/use-toast-mutation.ts';
import { formatDay } from '../../lib/texts/day-formats.ts';
import { inPageLanguage } from '../../lib/texts/event-text.tsx';
import { currentLanguage, showLanguage, t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { BrandColour } from '../../ui/frame/brand.tsx';
import { LanguageSwitch } from '../../ui/frame/language-switch.tsx';
import { TopBar } from '../../ui/frame/theme-toggle.tsx';
import { NoticePage } from '../../ui/frame/ticket.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Resource } from '../../ui/resource.tsx';
import {
  downloadLeads,
  firstPage,
  type Listed,
  leadsQuery,
  openLink,
  organiserReportQuery,
  reportQuery,
} from './api.ts';
import { LeadList } from './lead-list.tsx';
import { Figures, Report } from './report.tsx';

const words = () => ({ loading: t('sponsor.opening'), failed: t('visitor.pageFailed') });

/** Opening another link in the same tab changes only the fragment. */
const useFragment = () =>
  useSyncExternalStore(
    (listener) => listen(window, { hashchange: listener }),
    () => location.hash.slice(1),
    () => '',
  );

/** A sponsor's own leads, behind the private link whose secret is in the fragment. */
export function SponsorPage() {
  const secret = useFragment();
  return <OpenedLink key={secret} secret={secret} />;
}

function OpenedLink({ secret }: { secret: string }) {
  const [listed, setListed] = useState<Listed>({ search: '', sort: 'newest' });
  /** The pages after the first one, up to the current one. */
  const [urls, setUrls] = useState<string[]>([]);
  const [reporting, setReporting] = useState(false);
  const leads = useQuery(leadsQuery(secret, urls.at(-1) ?? firstPage(listed)));
  const { data: page, error, refetch } = leads;
  const data = page?.rows;
  const next = page?.next;
  useLanguageOf(data?.event);

  // Checked first: earlier data must not stay on screen when the link has ended.
  if (hasCode(error, 'sponsor-link-invalid')) {
    return <NoticePage title={t('sponsor.ended')} text={t('sponsor.askForLink')} />;
  }
  if (hasCode(error, 'sponsor-password-required')) {
    return <PasswordForm secret={secret} help={error.sentence} onOpened={() => refetch()} />;
  }
  if (!data) {
    return (
      <Frame languages={undefined}>
        <Resource card reads={[leads]} what={words()}>
          {() => null}
        </Resource>
      </Frame>
    );
  }
  return (
    <Frame languages={data.event.languages}>
      <BrandColour styles={data.event.accentStyles} />
      {reporting ? (
        <OwnReport secret={secret} onBack={() => setReporting(false)} />
      ) : (
        <>
          <Heading
            shown={data}
            secret={secret}
            outdated={error !== null}
            onReport={() => setReporting(true)}
          />
          <OwnFigures secret={secret} />
          <LeadList
            shown={data}
            secret={secret}
            listed={listed}
            onListed={(change) => {
              setListed({ ...listed, ...change });
              setUrls([]);
            }}
            page={urls.length + 1}
            onBack={urls.length > 0 ? () => setUrls(urls.slice(0, -1)) : undefined}
            onNext={next ? () => setUrls([...urls, next]) : undefined}
          />
          {data.agreed > 0 && (
            <p className="text-pretty text-ink-2 text-sm">
              {t('sponsor.careful', { sponsor: data.sponsor.name })} {t('sponsor.noteHelp')}
            </p>
          )}
        </>
      )}
    </Frame>
  );
}

interface HeadingProps {
  shown: Shown;
  secret: string;
  outdated: boolean;
  onReport: () => void;
}

function Heading({ shown, secret, outdated, onReport }: HeadingProps) {
  const { sponsor, event, agreed, endsOn } = shown;
  const save = useToastMutation({
    send: (format: 'csv' | 'xlsx') => downloadLeads(secret, format),
    failure: t('sponsor.download'),
  });
  return (
    <header className="flex flex-wrap items-end justify-between gap-4">
      <div className="flex min-w-0 items-center gap-4">
        {/* Logos are designed for paper, so they get a light background in the dark theme too. */}
        <span className="light flex h-14 w-24 shrink-0 items-center justify-center rounded-m border bg-card p-2">
          <img src={sponsor.logo} alt="" className="max-h-full max-w-full object-contain" />
        </span>
        <div className="min-w-0 break-words">
          <h1 className="text-2xl">
            <bdi>{sponsor.name}</bdi>
          </h1>
          <p className="text-ink-2 text-sm">
            <bdi>{inPageLanguage(event).name}</bdi> · {formatDay(event.date)}
            {endsOn && ` · ${t('sponsor.until', { day: formatDay(endsOn) })}`}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button icon={ChartColumn} onClick={onReport}>
          {t('sponsor.report')}
        </Button>
        <Menu
          items={(['csv', 'xlsx'] as const).map((format) => ({
            label: t(format === 'csv' ? 'sponsor.csv' : 'sponsor.xlsx'),
            onSelect: () => save.mutate(format),
          }))}
        >
          <Button
            icon={Download}
            variant="primary"
            pending={save.isPending}
            disabled={agreed === 0}
          >
            {t('sponsor.download')}
          </Button>
        </Menu>
      </div>
      <div role="status" className="w-full">
        {/* Sighted readers see the number in the figures below. */}
        {agreed > 0 && <p className="sr-only">{t('sponsor.agreed', { count: agreed })}</p>}
        {outdated && (
          <p className="flex items-center gap-2 text-ink-2 text-sm">
            <CloudOff aria-hidden className="size-4 shrink-0" />
            {t('sponsor.notFresh')}
          </p>
        )}
      </div>
    </header>
  );
}

/** The height is reserved before the figures arrive, so that the list does not move. */
function OwnFigures({ secret }: { secret: string }) {
  const { data } = useQuery(reportQuery(secret));
  return <div className="sm:min-h-26">{data && <Figures {...data} />}</div>;
}

function OwnReport({ secret, onBack }: { secret: string; onBack: () => void }) {
  return <ReportView read={useQuery(reportQuery(secret))} onBack={onBack} />;
}

/** The report for the organiser, in the language of the event. */
export function SponsorReportPage({ sponsorId }: { sponsorId: string }) {
  const report = useQuery(organiserReportQuery(sponsorId));
  useLanguageOf(report.data?.event, 'always');
  return (
    <Frame languages={report.data?.event.languages} onLanguage={showLanguage}>
      <BrandColour styles={report.data?.event.accentStyles} />
      <ReportView read={report} />
    </Frame>
  );
}

interface ReportViewProps {
  read: UseQueryResult<SponsorReport>;
  onBack?: () => void;
}

function ReportView({ read, onBack }: ReportViewProps) {
  return (
    <>
      <div className="mx-auto flex w-full max-w-190 flex-wrap justify-between gap-2 print:hidden">
        {onBack && (
          <Button variant="quiet" onClick={onBack}>
            <ArrowLeft aria-hidden className="rtl:rotate-180" />
            {t('sponsor.back')}
          </Button>
        )}
        <Button icon={Printer} className="ms-auto" disabled={!read.data} onClick={() => print()}>
          {t('sponsor.print')}
        </Button>
      </div>
      <Resource card reads={[read]} what={words()}>
        {(report) => <Report report={report} at={new Date(read.dataUpdatedAt).toISOString()} />}
      </Resource>
    </>
  );
}

interface PasswordFormProps {
  secret: string;
  help: string;
  onOpened: () => void;
}

function PasswordForm({ secret, help, onOpened }: PasswordFormProps) {
  const open = useToastMutation({ send: (password: string) => openLink(secret, password) });
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const password = String(new FormData(submitted.currentTarget).get('password') ?? '');
    if (!open.isPending) open.mutate(password, { onSuccess: onOpened });
  };
  return (
    <NoticePage title={t('sponsor.title')} text={help}>
      <form onSubmit={submit} className="flex flex-col gap-4 text-start">
        <Field
          label={t('workspace.password')}
          error={open.error ? sentenceOf(open.error) : undefined}
        >
          <Input name="password" type="password" autoComplete="off" required />
        </Field>
        <Button type="submit" variant="primary" pending={open.isPending}>
          {t('sponsor.open')}
        </Button>
      </form>
    </NoticePage>
  );
}

interface FrameProps {
  languages: readonly Language[] | null | undefined;
  onLanguage?: (language: Language) => void;
  children: ReactNode;
}

function Frame({ languages, onLanguage, children }: FrameProps) {
  return (
    <>
      {/* The title has no names, because titles stay in the browser's history. */}
      <title>{`${t('sponsor.title')} · ${PRODUCT_NAME}`}</title>
      <TopBar />
      <main className="mx-auto flex max-w-5xl flex-col gap-5 px-4 pt-5 pb-16 md:px-6 print:max-w-none print:p-0">
        {children}
        <LanguageSwitch
          offered={languages}
          {...(onLanguage && { onChoose: onLanguage })}
          className="print:hidden"
        />
      </main>
    </>
  );
}

/** Shows the page in the language of the event, unless the event offers the reader's language. */
function useLanguageOf(
  event: { language: Language; languages: readonly Language[] | null } | undefined,
  when: 'always' | 'if needed' = 'if needed',
): void {
  const language = event?.language;
  const offered = event?.languages?.includes(currentLanguage()) ?? true;
  useEffect(() => {
    if (language && (when === 'always' || !offered)) showLanguage(language);
  }, [language, offered, when]);
}
