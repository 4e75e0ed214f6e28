/** A hash or another long value in a monospaced font. */
export function HashText({ children }: { children: string }) {
  return <code className="break-all font-code text-xs leading-5">{children}</code>;
}
