import { Component, type ReactNode } from 'react';
import { t } from '../lib/texts/texts.ts';
import { buttonClasses } from '../ui/button.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** Shows a message when a screen crashes or its code cannot be loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="flex min-h-dvh flex-col items-center justify-center gap-4 p-6 text-center">
        <div>
          <h1 className="text-2xl">{t('visitor.pageFailed')}</h1>
          <p className="mt-1 text-ink-2">{t('visitor.pageFailedAdvice')}</p>
        </div>
        <button
          type="button"
          className={buttonClasses('primary', 'medium')}
          onClick={() => location.reload()}
        >
          {t('visitor.loadAgain')}
        </button>
      </main>
    );
  }
}

/** A placeholder while a page's code is loading, visible only if that takes long. */
export function PageLoading() {
  return (
    <div role="status" className="flex min-h-60 items-center justify-center text-ink-2">
      <span className="animate-[appear_300ms_ease-out_400ms_backwards]">
        {t('visitor.loading')}
      </span>
    </div>
  );
}
