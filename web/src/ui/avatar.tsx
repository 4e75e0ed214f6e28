interface AvatarProps {
  /** Its first letter is shown. */
  name: string;
}

export function Avatar({ name }: AvatarProps) {
  return (
    <span
      aria-hidden
      className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft font-bold font-display text-accent-ink uppercase"
    >
      {[...name][0] ?? ''}
    </span>
  );
}
