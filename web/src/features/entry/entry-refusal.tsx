interface EntryRefusalProps {
  sentence: string;
  /** What is known of an entry that will be sent again by itself. */
  state?: string;
}

export function EntryRefusal({ sentence, state }: EntryRefusalProps) {
  return (
    <div
      role="alert"
      className="rounded-m border border-danger bg-danger-soft px-4 py-3 text-danger"
    >
      <p>{sentence}</p>
      {state && <p className="mt-1 text-ink text-sm">{state}</p>}
    </div>
  );
}
