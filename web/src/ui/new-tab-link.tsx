import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button.tsx';
import { iconButtonClasses } from './icon-button.tsx';
import { TOOLTIP } from './tooltip.tsx';

interface NewTabLinkProps {
  href: string;
  icon?: LucideIcon;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  /** Shows the icon alone, with the text as its tooltip. */
  iconOnly?: boolean;
  children: ReactNode;
}

/** A link that looks like a button and leaves this page open. */
export function NewTabLink({ icon: Icon, variant = 'secondary', ...props }: NewTabLinkProps) {
  const { href, size = 'medium', className, iconOnly = false, children } = props;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      {...(iconOnly && { [TOOLTIP]: children })}
      className={classNames(iconOnly ? iconButtonClasses : buttonClasses(variant, size), className)}
    >
      {Icon && <Icon aria-hidden className={iconOnly ? 'size-4.5' : undefined} />}
      {iconOnly ? <span className="sr-only">{children}</span> : children}
    </a>
  );
}
