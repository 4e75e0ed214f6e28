import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import { createContext, type ReactNode, use } from 'react';

/** The navigation below the headers of an area's pages. */
export const PageNav = createContext<ReactNode>(null);

interface PageHeaderProps {
  title: string;
  /** The current part of the page, for screen readers and the browser's tab. */
  part?: string | undefined;
  /** The link to the parent page. */
  above?: ReactNode;
  /** Content beside the title. */
  actions?: ReactNode;
  subtitle: string;
  /** Shows everything but the subtitle in one line. */
  slim?: boolean;
  /** The page's buttons. */
  children?: ReactNode;
}

export function PageHeader(props: PageHeaderProps) {
  const { title, part, above, actions, subtitle, slim, children } = props;
  const browserTitle = <title>{[part, title, PRODUCT_NAME].filter(Boolean).join(' · ')}</title>;
  if (slim) {
    return (
      <>
        <header className="flex items-center gap-2.5">
          {browserTitle}
          <div className="shrink-0 max-md:hidden">{above}</div>
          <h1 className="min-w-0 truncate text-xl" title={title}>
            {title}
            {part && <span className="sr-only"> · {part}</span>}
          </h1>
          {actions}
          <div className="ms-auto shrink-0">{children}</div>
        </header>
        {use(PageNav)}
      </>
    );
  }
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2.5">
        {browserTitle}
        <div className="min-w-0">
          {above}
          <div className="flex flex-wrap items-center gap-x-2.5">
            <h1 className="min-w-0 break-words text-2xl">
              {title}
              {part && <span className="sr-only"> · {part}</span>}
            </h1>
            {actions}
          </div>
          <p className="break-words text-ink-2 text-sm">{subtitle}</p>
        </div>
        {children && (
          <div className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full">{children}</div>
        )}
      </header>
      {use(PageNav)}
    </>
  );
}

/** The heading of a list on a page with several lists; the section is labelled by the id. */
export function SectionHeader({ id, title, subtitle, children }: PageHeaderProps & { id: string }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2.5">
      <div className="min-w-0">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="text-ink-2 text-sm">{subtitle}</p>
      </div>
      {children}
    </header>
  );
}
