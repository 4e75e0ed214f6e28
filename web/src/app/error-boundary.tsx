import {
  Component,
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
} from 'react';
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
          <h1 className="text-2xl">This page could not be shown</h1>
          <p className="mt-1 text-ink-2">Check your connection, then load the page again.</p>
        </div>
        <button
          type="button"
          className={buttonClasses('primary', 'medium')}
          onClick={() => location.reload()}
        >
          Load again
        </button>
      </main>
    );
  }
}

/** A page whose module is loaded when it is opened. */
export function lazyPage<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load() }));
}

/** Shown while a page's code is loading, but only if that takes long. */
export function PageLoading() {
  return (
    <div role="status" className="flex min-h-60 items-center justify-center text-ink-2">
      <span className="animate-[appear_300ms_ease-out_400ms_backwards]">Loading…</span>
    </div>
  );
}
