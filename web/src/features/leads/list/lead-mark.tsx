import type { LucideIcon } from 'lucide-react';
import { TOOLTIP } from '../../../ui/tooltip-classes.ts';

interface LeadMarkProps {
  icon: LucideIcon;
  /** Shown beside the icon. */
  text?: string | undefined;
  label: string;
  tip: string;
  onPress: () => void;
}

/** A small icon button that points out something about a lead and opens the way to fix it. */
export function LeadMark({ icon: Icon, text, label, tip, onPress }: LeadMarkProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...{ [TOOLTIP]: tip }}
      onClick={onPress}
      // An invisible edge makes the touch target big enough, and a smaller one the row no higher.
      className="relative -my-1.5 flex h-6 min-w-6 shrink-0 items-center justify-center gap-1 rounded-s text-ink-2 text-xs after:absolute after:-inset-3 hover:bg-mute-soft hover:text-ink md:after:inset-0"
    >
      <Icon aria-hidden className="size-3.5" />
      {text}
    </button>
  );
}
