import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';

export type BadgeTone = 'ok' | 'info' | 'wait' | 'done' | 'mute' | 'accent' | 'danger';

const tones: Record<BadgeTone, string> = {
  ok: 'bg-ok-soft text-ok',
  info: 'bg-info-soft text-info',
  wait: 'bg-wait-soft text-wait',
  done: 'bg-done-soft text-done',
  mute: 'bg-mute-soft text-mute',
  accent: 'bg-accent-soft text-accent-ink',
  danger: 'bg-danger-soft text-danger',
};

interface BadgeProps {
  tone?: BadgeTone;
  /** A dot for a status, or an icon for a count. */
  dot?: boolean;
  icon?: LucideIcon;
  children: ReactNode;
}

export function Badge({ tone = 'mute', dot, icon: Icon, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 max-w-full shrink-0 items-center gap-1.5 rounded-full px-2.5 font-semibold text-xs',
        tones[tone],
      )}
    >
      {dot && <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" />}
      {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
      <span className="truncate">{children}</span>
    </span>
  );
}

interface AvatarProps {
  /** The name whose first letter is shown. */
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
