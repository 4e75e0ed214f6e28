/** An entry code that wraps between its groups but not inside them. */
export function EntryCodeText({ code }: { code: string }) {
  const groups = code.split('-');
  return (
    <span className="font-code font-semibold">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a code never changes, and its groups may be equal.
        <span key={index}>
          <span className="whitespace-nowrap">
            {group}
            {index < groups.length - 1 && '-'}
          </span>
          <wbr />
        </span>
      ))}
    </span>
  );
}
