import { personPath } from '@drawbridge/contract/pages';
import { ShieldUser } from 'lucide-react';
import { Link } from 'wouter';
import { buttonClasses } from '../../../ui/button.tsx';

/** Leads to the consent and everything else that is held, and to erasing it. */
export function PersonLink({ leadId }: { leadId: string }) {
  return (
    <Link to={personPath(leadId)} className={`${buttonClasses('secondary', 'medium')} self-start`}>
      <ShieldUser aria-hidden />
      Personal Data
    </Link>
  );
}
