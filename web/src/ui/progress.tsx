interface ProgressProps {
  label: string;
  /** From 0 to 1. */
  share: number;
}

/** A bar that fills up. */
export function Progress({ label, share }: ProgressProps) {
  const percent = Math.round(Math.min(1, share) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-2 overflow-hidden rounded-full bg-mute-soft"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-150"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
