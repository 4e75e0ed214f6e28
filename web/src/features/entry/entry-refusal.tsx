interface EntryRefusalProps {
  sentence: string;
  /** What is known of an entry that will be sent again by itself. */
  state?: string;
}

/** An entry that will be sent again is not an error the visitor has to fix, so it does not look like one. */
export function EntryRefusal({ sentence, state }: EntryRefusalProps) {
  if (state) {
    return (
      <div role="alert" className="rounded-m border bg-sunk px-4 py-3 text-ink">
        <p>{state}</p>
        <p className="mt-1 text-ink-2 text-sm">{sentence}</p>
      </div>
    );
  }
  return (
    <p role="alert" className="rounded-m border border-danger bg-danger-soft px-4 py-3 text-danger">
      {sentence}
    </p>
  );
}
