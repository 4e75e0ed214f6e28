import { PRODUCT_NAME, pages } from '@drawbridge/contract/pages';
import { Link } from 'wouter';
import { t } from '../../lib/texts.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Ticket, TicketPerforation } from '../../ui/ticket.tsx';
import { Mark } from '../../ui/wordmark.tsx';

export function NotFoundPage() {
  return (
    <main className="flex min-h-dvh items-center justify-center p-5">
      <title>{`${t('workspace.pageNotFound')} · ${PRODUCT_NAME}`}</title>
      <Ticket className="w-full max-w-md text-center">
        <div className="px-8 pt-10 pb-8">
          <Mark className="mx-auto mb-4 size-10 text-accent" />
          <h1 className="text-2xl">{t('workspace.notFound')}</h1>
          <p className="mt-2 text-ink-2">{t('workspace.notFoundHelp')}</p>
        </div>
        <TicketPerforation notches />
        <div className="px-8 py-6">
          <Link to={pages.home} className={buttonClasses('secondary', 'medium')}>
            {t('workspace.toStart')}
          </Link>
        </div>
      </Ticket>
    </main>
  );
}
