import { contactOf, contactValues, type LeadContact, toTyped } from '@drawbridge/contract/contact';
import { Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../../lib/formats.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useCheckedForm } from '../../../lib/use-zod-form.ts';
import { LeadFields } from '../../../shared/lead-fields.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { checkLead, type TypedLead } from '../lead-rules.ts';
import { discardLead, editLead, sendLeadAgain, sendNow } from './outbox.ts';
import type { OutboxLead } from './outbox-rules.ts';

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

interface EditUnsentDialogProps {
  lead: OutboxLead;
  country: string | undefined;
  onClose: () => void;
}

/** Corrects a lead that is still on this device; it is sent again at once. */
export function EditUnsentDialog({ lead, country, onClose }: EditUnsentDialogProps) {
  const form = useCheckedForm<TypedLead, LeadContact>({
    resolver: checkLead(country),
    defaultValues: toTyped(lead),
  });

  return (
    <Dialog title="Edit Lead" description="It is sent again with these details" onClose={onClose}>
      <DialogForm
        form={form}
        onSubmit={(contact) => editLead(lead.id, contact).then((saved) => saved && onClose())}
        submitLabel="Send Again"
        pendingLabel="Sending..."
        pending={form.formState.isSubmitting}
      >
        <LeadFields
          form={form}
          labels="form"
          country={country}
          stillPossible="You can still send it."
        />
      </DialogForm>
    </Dialog>
  );
}

/** A file with everything about unsent leads, so that they survive the loss of this device. */
function unsentLeadsFile(
  leads: readonly OutboxLead[],
  now: Date,
): { name: string; content: string } {
  const rows = leads.map((lead) => ({
    id: lead.id,
    event: lead.eventName,
    eventId: lead.eventId,
    ...contactOf(lead),
    entryCode: lead.entryCode,
    consentVersion: lead.consentVersion,
    marketing: lead.marketing,
    addedAt: new Date(lead.addedAt).toISOString(),
    addedBy: lead.username,
    refusal: lead.refusal && `${lead.refusal.status}: ${lead.refusal.sentence}`,
  }));
  return {
    name: `unsent-leads_${now.toISOString().slice(0, 10)}.json`,
    content: JSON.stringify(rows, null, 2),
  };
}
