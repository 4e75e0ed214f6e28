import type { AdminLead, LeadStatus } from '@drawbridge/contract/leads';

export interface LeadStep {
  id: string;
  status: LeadStatus;
}

/** What can be done with a lead in the list. The same functions for every row, so that rows stay as they are. */
export interface LeadHandlers {
  onStep: (step: LeadStep) => void;
  onSelect: (id: string, selected: boolean) => void;
  onEdit: (lead: AdminLead) => void;
  onDelete: (lead: AdminLead) => void;
  onShowDuplicates: (lead: AdminLead) => void;
}
