import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import { type ButtonVariant, buttonClasses } from './button.tsx';

interface NewTabLinkProps {
  href: string;
  icon?: LucideIcon;
  variant?: ButtonVariant;
  className?: string;
  children: ReactNode;
}

/** A link that looks like a button and leaves this page open. */
export function NewTabLink({ icon: Icon, variant = 'secondary', ...props }: NewTabLinkProps) {
  const { href, className, children } = props;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className={classNames(buttonClasses(variant, 'medium'), className)}
    >
      {Icon && <Icon aria-hidden />}
      {children}
    </a>
  );
}
