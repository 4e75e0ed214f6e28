/** An entry code in its groups, which break between lines but never in the middle. */
export function EntryCodeText({ code }: { code: string }) {
  const groups = code.split('-');
  return (
    <span className="font-code font-semibold">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a code never changes, and groups may be alike.
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
