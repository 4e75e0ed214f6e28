/** Shown while a page's code is loading, but only if that takes long. */
export function PageLoading() {
  return (
    <div role="status" className="flex min-h-60 items-center justify-center text-ink-2">
      <span className="animate-[appear_300ms_ease-out_400ms_backwards]">Loading…</span>
    </div>
  );
}
