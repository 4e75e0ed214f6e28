import type { OwnLead } from '@drawbridge/contract/leads';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import './lead-row.css';

interface LeadRowProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** A row of a table, or a card with a name of its own. */
  role?: 'row' | 'article';
  cellRole?: 'cell' | 'columnheader' | undefined;
  /** By the names of the columns, of which `lead-row.css` knows some. */
  cells: Record<string, ReactNode>;
}

/** A lead in a list. It is a card, which a list with room lays out in columns. */
export function LeadRow({
  role,
  cellRole = role === 'row' ? 'cell' : undefined,
  cells,
  className,
  ...rest
}: LeadRowProps) {
  return (
    <div {...rest} role={role} className={classNames('lead', className)}>
      {Object.entries(cells).map(
        ([name, content]) =>
          content !== undefined && (
            <div key={name} role={cellRole} className={`lead-${name}`}>
              {content}
            </div>
          ),
      )}
    </div>
  );
}

interface LeadContactProps {
  lead: Pick<OwnLead, 'email' | 'phone'> & { phoneE164?: string | null };
  name: ReactNode;
  /** Whether the address and the number can be pressed. */
  links?: boolean;
  /** Beside the number. */
  note?: ReactNode;
  /** Instead of an address. */
  noEmail?: string;
}

/** The cell of the name, the e-mail address and the phone number. */
export function LeadContact({ lead, name, links, note, noEmail }: LeadContactProps) {
  const { email, phone, phoneE164 } = lead;
  const line = (href: string, text: string) =>
    !links ? (
      <bdi dir="ltr">{text}</bdi>
    ) : (
      <a href={href} title={text} dir="ltr" className="block truncate hover:underline">
        {text}
      </a>
    );
  return (
    <>
      <div className="lead-name">{name}</div>
      {(email ?? noEmail) && (
        <div className="lead-email">{email ? line(`mailto:${email}`, email) : noEmail}</div>
      )}
      <div className="lead-phone">
        {line(`tel:${phoneE164 ?? phone}`, phone)}
        {note}
      </div>
    </>
  );
}
