import { contactValues } from '@drawbridge/contract/contact';
import { Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../../lib/formats.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogBody } from '../../../ui/dialog-body.tsx';
import { DialogFooter } from '../../../ui/dialog-footer.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { discardLead, sendLeadAgain, sendNow } from './outbox.ts';
import type { OutboxLead } from './outbox-rules.ts';
import { unsentLeadsFile } from './unsent-leads-file.ts';

interface UnsentLeadsDialogProps {
  leads: readonly OutboxLead[];
  onEdit: (lead: OutboxLead) => void;
  onClose: () => void;
}

/** All leads on this device that have not arrived. Nothing leaves this list by itself, except by arriving. */
export function UnsentLeadsDialog({ leads, onEdit, onClose }: UnsentLeadsDialogProps) {
  const [discarding, setDiscarding] = useState<OutboxLead>();
  const refused = leads.filter(({ refusal }) => refusal);
  const waiting = leads.filter(({ refusal }) => !refusal);
  const exportAll = () => {
    const { name, content } = unsentLeadsFile(leads, new Date());
    saveFile(name, new Blob([content], { type: 'application/json' }));
  };

  return (
    <Dialog
      title="Leads on This Phone"
      description="They stay here until they have arrived"
      onClose={onClose}
    >
      <DialogBody>
        {leads.length === 0 && (
          <EmptyState icon={Send} title="All leads sent" help="Nothing is waiting on this phone" />
        )}
        {refused.length > 0 && (
          <section aria-label="Needs attention">
            <h3 className="text-lg">Needs attention</h3>
            <ul className="mt-1 divide-y">
              {refused.map((lead) => (
                <li key={lead.id} className="py-3">
                  <LeadText lead={lead} />
                  <p className="mt-1 font-semibold text-danger text-sm">
                    {lead.takenBack && 'Could not be taken back. '}
                    {lead.refusal?.sentence || `The server answered ${lead.refusal?.status}.`}
                  </p>
                  <div className="mt-2 flex flex-wrap gap-2">
                    <Button size="small" onClick={() => sendLeadAgain(lead.id)}>
                      <Send aria-hidden />
                      Send Again
                    </Button>
                    {!lead.takenBack && (
                      <Button size="small" onClick={() => onEdit(lead)}>
                        <Pencil aria-hidden />
                        Edit
                      </Button>
                    )}
                    <IconButton
                      icon={Trash2}
                      label={`Delete ${lead.name}`}
                      danger
                      className="ml-auto"
                      onClick={() => setDiscarding(lead)}
                    />
                  </div>
                </li>
              ))}
            </ul>
          </section>
        )}
        {waiting.length > 0 && (
          <section aria-label="Waiting">
            <h3 className="text-lg">Waiting</h3>
            <ul className="mt-1 divide-y">
              {waiting.map((lead) => (
                <li key={lead.id} className="py-3">
                  <LeadText lead={lead} />
                  {lead.takenBack && <p className="text-ink-2 text-sm">Will be taken back</p>}
                </li>
              ))}
            </ul>
          </section>
        )}
      </DialogBody>
      {leads.length > 0 && (
        <DialogFooter>
          <Button onClick={exportAll}>Export</Button>
          <Button variant="primary" onClick={sendNow}>
            Send Now
          </Button>
        </DialogFooter>
      )}
      {discarding && (
        <ConfirmDialog
          title={`Delete ${discarding.name}?`}
          description="This lead has not arrived at the server. This action cannot be undone."
          confirmLabel="Delete Lead"
          destructive
          onConfirm={() => discardLead(discarding.id).finally(() => setDiscarding(undefined))}
          onClose={() => setDiscarding(undefined)}
        />
      )}
    </Dialog>
  );
}

function LeadText({ lead }: { lead: OutboxLead }) {
  return (
    <>
      <p className="break-words font-semibold">{lead.name}</p>
      <p className="break-all text-ink-2 text-sm">
        {contactValues({ ...lead, name: '' })
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="break-words text-ink-2 text-sm">
        {lead.eventName} · {formatMoment(new Date(lead.addedAt).toISOString())}
      </p>
    </>
  );
}
