import type { LeadStatus } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';

export interface LeadStep {
  lead: AdminLead;
  status: LeadStatus;
}

/** The actions on a lead in the list. The functions are stable, so that memoised rows do not re-render. */
export interface LeadHandlers {
  onStep: (step: LeadStep) => void;
  onSelect: (id: string, selected: boolean) => void;
  onEdit: (lead: AdminLead) => void;
  onDelete: (lead: AdminLead) => void;
  onShowDuplicates: (lead: AdminLead) => void;
}
