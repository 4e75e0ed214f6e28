import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button.tsx';

interface NewTabLinkProps {
  href: string;
  icon?: LucideIcon;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  children: ReactNode;
}

/** A link that looks like a button and leaves this page open. */
export function NewTabLink({ icon: Icon, variant = 'secondary', ...props }: NewTabLinkProps) {
  const { href, size = 'medium', className, children } = props;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className={classNames(buttonClasses(variant, size), className)}
    >
      {Icon && <Icon aria-hidden />}
      {children}
    </a>
  );
}
