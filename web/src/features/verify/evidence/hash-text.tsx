/** A long value of which every character counts. */
export function HashText({ children }: { children: string }) {
  return <code className="break-all font-code text-xs leading-5">{children}</code>;
}
