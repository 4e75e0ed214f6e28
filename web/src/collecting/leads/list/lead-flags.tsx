import { ENTRIES_PER_PHONE } from '@drawbridge/contract/collecting/lead-values';
import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import { audienceOf, missingAnswers } from '@drawbridge/contract/events/questions/answers';
import type { AdminQuestion } from '@drawbridge/contract/events/questions/schemas';
import { CircleDashed, type LucideIcon, PhoneOff, Trophy, UsersRound } from 'lucide-react';
import { say } from '../../../lib/texts/say.ts';
import { Badge } from '../../../ui/badge.tsx';
import { TOOLTIP } from '../../../ui/tooltip.tsx';

interface LeadMarkProps {
  icon: LucideIcon;
  /** The text beside the icon. */
  text?: string | undefined;
  label: string;
  tip: string;
  onPress: () => void;
}

/** A small icon button that flags something about a lead and opens the way to fix it. */
export function LeadFlag({ icon: Icon, text, label, tip, onPress }: LeadMarkProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...{ [TOOLTIP]: tip }}
      onClick={onPress}
      // The invisible edge makes the touch target big enough without making the row higher.
      className="relative -my-1.5 flex h-6 min-w-6 shrink-0 items-center justify-center gap-1 rounded-s text-ink-2 text-xs after:absolute after:-inset-3 hover:bg-mute-soft hover:text-ink md:after:inset-0"
    >
      <Icon aria-hidden className="size-3.5" />
      {text}
    </button>
  );
}

interface DuplicateMarkProps {
  lead: AdminLead;
  /** Shows how often the number was entered, if nothing else does. */
  withCount?: boolean;
  onShow: () => void;
}

/** Flags a person with several leads; pressing it shows them side by side. */
export function DuplicateMark({ lead, withCount = false, onShow }: DuplicateMarkProps) {
  const { name, entries } = lead;
  const often = entries > ENTRIES_PER_PHONE;
  if (!often && !lead.duplicateOf) return null;
  return (
    <LeadFlag
      icon={UsersRound}
      onPress={onShow}
      {...(often
        ? {
            text: withCount ? `${entries}×` : undefined,
            label: say(
              'Entered {entries} times: compare the leads with the phone number of {name}',
              { entries, name },
            ),
            tip: say('This phone number was entered {entries} times. Press to see all of them.', {
              entries,
            }),
          }
        : {
            label: say('Duplicate: compare the leads with the contact details of {name}', { name }),
            tip: say(
              'Same phone number or email as an earlier lead of this event. Press to see them together.',
            ),
          })}
    />
  );
}

/** The required questions that an incomplete lead does not answer. */
export const missingIn = (lead: AdminLead, asked: readonly AdminQuestion[]) =>
  lead.incomplete
    ? missingAnswers(asked, lead.answers, audienceOf(lead.channel ?? lead.source))
    : [];

interface IncompleteMarkProps {
  lead: AdminLead;
  asked: readonly AdminQuestion[];
  onEdit: (lead: AdminLead, question?: string) => void;
}

/** Flags a lead without a required answer and names the questions; pressing it opens the first one. */
export function IncompleteMark({ lead, asked, onEdit }: IncompleteMarkProps) {
  if (!lead.incomplete) return null;
  const missing = missingIn(lead, asked);
  const labels = missing.map(({ label }) => `“${label}”`).join(', ');
  return (
    <LeadFlag
      icon={CircleDashed}
      label={say('Incomplete: answer the questions of {name}', { name: lead.name })}
      tip={
        labels
          ? say('Not answered: {labels}. Press to answer.', { labels })
          : say('Not answered: a required question. Press to answer.')
      }
      onPress={() => onEdit(lead, missing[0]?.id)}
    />
  );
}

/** Notes for the organiser about a lead's phone number. */
export function PhoneNotes({ lead: { phoneE164, entries } }: { lead: AdminLead }) {
  const notes: [LucideIcon, string | false][] = [
    [PhoneOff, phoneE164 === null && say('not a valid number')],
    [UsersRound, entries > ENTRIES_PER_PHONE && say('entered {entries} times', { entries })],
  ];
  return notes.map(
    ([Icon, note]) =>
      note && (
        <span key={note} className="flex items-center gap-1 whitespace-nowrap text-ink-2 text-xs">
          <Icon aria-hidden className="size-3.5 shrink-0" />
          {note}
        </span>
      ),
  );
}

/** The badge of a winner's lead, including winners who have forfeited. */
export function WonBadge({ lead: { won, forfeited } }: { lead: AdminLead }) {
  if (!won) return null;
  if (forfeited) return <Badge>{say('Released')}</Badge>;
  return (
    <Badge tone="accent" icon={Trophy}>
      {say('Won')}
    </Badge>
  );
}
