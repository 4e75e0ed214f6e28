import { contact, contactFields, contactValues } from '@drawbridge/contract/collecting/contact';
import type { CollectedLead, OwnLead, PhoneHashes } from '@drawbridge/contract/collecting/leads';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import { changeable } from '@drawbridge/contract/events/questions/answers';
import type { Question } from '@drawbridge/contract/events/questions/kinds';
import { phoneHash, phoneProblemIn, readPhone } from '@drawbridge/contract/phones/phone-key';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { currentSession } from '../../lib/api/session.ts';
import { t } from '../../lib/texts/texts.ts';
import { showToast } from '../../lib/toast.ts';
import { moveOnEnter } from '../../ui/fields/field.tsx';
import type { AnswerChange } from '../lead-form/use-answers.tsx';
import { VolunteerForm } from '../lead-form/volunteer-form.tsx';
import { AddedLead, preloadTicket } from './added-lead.tsx';
import { hideOwnLead } from './api.ts';
import type { Badge } from './badge/read-badge.ts';
import type { ScanDialog } from './badge/scan-dialog.tsx';
import { useHandScanner } from './badge/use-hand-scanner.ts';
import { alsoEnteredText } from './lead-rules.ts';
import { answerLead, onArrival, takeBack } from './outbox/outbox.ts';
import type { OutboxLead } from './outbox/outbox-rules.ts';
import { useEnterLead } from './outbox/use-outbox.ts';
import { useLeadForm } from './use-lead-form.ts';

interface KnownNumbers {
  /** The user's own leads. */
  leads: readonly OwnLead[];
  /** The short hashes of all latest phone numbers, which identify nobody. */
  phoneHashes: PhoneHashes;
}

interface LeadEntryFormProps {
  event: PublicEvent;
  /** The leads on this device that have not reached the server. */
  unsent: readonly OutboxLead[];
  known: KnownNumbers;
}

/** Adds one attendee after another; after each, the form is reset for the next. */
export function LeadEntryForm({ event, unsent, known }: LeadEntryFormProps) {
  const { form, element, answers, shown, keep, attemptFor, clear, restore, fill } =
    useLeadForm(event);
  const [added, setAdded] = useState<OutboxLead>();
  const [Scanner, setScanner] = useState<typeof ScanDialog>();
  const addButton = useRef<HTMLButtonElement>(null);
  const handScanner = useHandScanner(fill);
  const enterLead = useEnterLead();
  const duplicateOf = useDuplicates(event, known, unsent);
  const arrived = useLastArrival(added?.id);
  const unsentLead = unsent.find(({ id }) => id === added?.id);
  // A lead that the server refused waits in the outbox until a person decides.
  if (unsentLead?.refusal) setAdded(undefined);

  const submit = form.handleSubmit((entered) => {
    const { user } = currentSession();
    const input = answers.read();
    if (!user || !input) return;
    const marketing = event.marketingText ? form.getValues('marketing') : undefined;
    const lead: OutboxLead = {
      ...entered,
      ...attemptFor(...contactValues(entered), String(marketing), JSON.stringify(input)),
      eventId: event.id,
      eventName: event.name,
      consentVersion: event.consentVersion,
      marketing,
      answers: input,
      questionsVersion: event.questionsVersion,
      userId: user.id,
      username: user.username,
      addedAt: Date.now(),
      attempts: 0,
      nextAt: 0,
      takenBack: false,
      refusal: null,
    };
    enterLead.mutate(lead, {
      onSuccess: () => {
        setAdded(lead);
        clear();
      },
    });
  }, answers.check);

  function openScanner() {
    import('./badge/scan-dialog.tsx').then(
      (loaded) => setScanner(() => loaded.ScanDialog),
      () =>
        showToast({
          title: t('workspace.scannerMissing'),
          description: t('volunteer.scannerMissingHelp'),
          destructive: true,
        }),
    );
  }

  function takeBadge(badge: Badge) {
    // The dialog is closed first, because an open one would trap the focus.
    flushSync(() => setScanner(undefined));
    fill(badge);
    const required = contactFields.filter((field) => contact[field].required);
    if (required.every((field) => form.getValues(field))) addButton.current?.focus();
  }

  async function answer(change: AnswerChange) {
    if (!added) return false;
    const lead = { ...added, answers: { ...added.answers, ...change } };
    const saved = await answerLead(lead);
    // The next person may have been added meanwhile.
    if (saved) setAdded((last) => (last?.id === lead.id ? lead : last));
    return saved;
  }

  async function undo(lead: OutboxLead) {
    if (!(await takeBack(lead))) return;
    hideOwnLead(lead.id);
    setAdded(undefined);
    restore(lead);
    showToast({ title: t('volunteer.takenBack') });
  }

  return (
    <>
      <VolunteerForm
        event={event}
        questions={event.questions}
        form={form}
        answers={answers}
        shown={shown}
        phoneNote={duplicateOf}
        addButton={addButton}
        pending={enterLead.isPending}
        onScan={openScanner}
        hasCamera={useHasCamera()}
        ref={element}
        onFocus={preloadTicket}
        onInput={keep}
        onKeyDown={(event) => handScanner(event) || moveOnEnter(event)}
        onSubmit={(press) => (enterLead.isPending ? press.preventDefault() : submit(press))}
      />
      {added && (
        <AddedLead
          key={added.id}
          eventId={added.eventId}
          // The name may have been corrected in the list.
          name={known.leads.find(({ id }) => id === added.id)?.name ?? added.name}
          code={arrived?.entryCode ?? added.entryCode}
          note={arrived?.alsoEntered && alsoEnteredText(arrived.alsoEntered)}
          isInSight={!form.formState.isDirty}
          onUndo={() => undo(added)}
          questions={event.id === added.eventId ? askedAfter(event.questions, added.answers) : []}
          answers={added.answers}
          onAnswer={answer}
        />
      )}
      {Scanner && <Scanner onBadge={takeBadge} onClose={() => setScanner(undefined)} />}
    </>
  );
}

/** True if the page can use a camera, which browsers allow only over HTTPS. */
function useHasCamera(): boolean {
  const [found, setFound] = useState(false);
  useEffect(() => {
    navigator.mediaDevices?.enumerateDevices().then(
      (devices) => setFound(devices.some(({ kind }) => kind === 'videoinput')),
      () => {},
    );
  }, []);
  return found;
}

/** The questions that can still be answered after Add, volunteers' own questions first. */
const askedAfter = (questions: readonly Question[], answers: AnswerChange) =>
  changeable(questions, answers)
    .filter(({ required }) => !required)
    .toSorted((a, b) => Number(b.askedOf === 'volunteers') - Number(a.askedOf === 'volunteers'));

/** The server's response for the lead, once it has arrived. */
function useLastArrival(id: string | undefined): CollectedLead | undefined {
  const [last, setLast] = useState<CollectedLead>();
  useEffect(
    () =>
      onArrival((lead) =>
        setLast((before) => {
          // Later responses do not repeat the earlier entry.
          const alsoEntered = lead.alsoEntered ?? (before?.id === lead.id && before.alsoEntered);
          return { ...lead, alsoEntered: alsoEntered || null };
        }),
      ),
    [],
  );
  return last?.id === id ? last : undefined;
}

/** Says whether a typed number was entered at the event before; works without a network. */
function useDuplicates(
  { id: eventId, country }: PublicEvent,
  { leads, phoneHashes }: KnownNumbers,
  unsent: readonly OutboxLead[],
) {
  const names = useMemo(() => {
    const own = [...leads, ...unsent.filter(({ takenBack }) => !takenBack)];
    return new Map(
      own
        .filter((lead) => lead.eventId === eventId)
        .map(({ phone, name }) => [readPhone(phone, country).key, name]),
    );
  }, [leads, unsent, eventId, country]);
  const known = useMemo(() => new Set(phoneHashes[eventId]), [phoneHashes, eventId]);

  return (typed: string): string | undefined => {
    if (!typed || phoneProblemIn(typed, country)) return undefined;
    const { key } = readPhone(typed, country);
    const name = names.get(key);
    if (name) return t('volunteer.addedBefore', { name });
    if (known.has(phoneHash(key))) return t('volunteer.knownNumber');
    return undefined;
  };
}
