import { contact, contactFields } from '@drawbridge/contract/collecting/contact';
import type { StoredLeadDetails } from '@drawbridge/contract/collecting/personal-data';
import { auditKinds } from '@drawbridge/contract/core/audit-kinds';
import { ticketName } from '@drawbridge/contract/raffle/ticket-names';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';

interface StoredLeadFactsProps {
  lead: StoredLeadDetails;
  /** Folds consent, draws and the audit trail, for a panel beside a list. */
  folded?: boolean;
  /** The texts of the questions whose answers come first. */
  first?: readonly string[];
}

/** All data stored about a lead: answers, contact, consent, draws and history. */
export function StoredLeadFacts({ lead, folded = false, first = [] }: StoredLeadFactsProps) {
  const { draws, audit } = lead;
  const isFirst = ({ question }: { question: string }) => first.includes(question);
  const answers = [...lead.answers].sort(
    (one, other) => Number(isFirst(other)) - Number(isFirst(one)),
  );
  const parts: [name: string, content: ReactNode][] = [
    [say('Consent'), <ConsentFacts key="consent" lead={lead} />],
    [
      say('Draws'),
      draws.length === 0 ? say('none') : <Lines key="draws" lines={draws.map(drawText)} />,
    ],
    [
      say('Audit trail'),
      audit.length === 0 ? (
        say('nothing')
      ) : (
        <Lines
          key="audit"
          lines={audit.map(
            ({ at, kind, by }) =>
              `${formatTimestamp(at)}: ${say(auditKinds[kind])} (${by ?? say('unknown')})`,
          )}
        />
      ),
    ],
  ];
  return (
    <div className="@container">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 @xs:grid-cols-2">
        {answers.map(({ question, answer, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same label.
          <Fact key={index} name={question}>
            <span className="whitespace-pre-line">{answer}</span>
            {text && (
              <span
                title={folded ? text : undefined}
                className={classNames(
                  'block whitespace-pre-line text-ink-2 text-sm',
                  folded && 'line-clamp-2',
                )}
              >
                “{text}”
              </span>
            )}
          </Fact>
        ))}
        {contactFields
          .filter((field) => field !== 'name')
          .map((field) => (
            <Fact key={field} name={say(contact[field].labels.person)}>
              {(field === 'phone' && lead.phoneTyped) || lead[field] || say('none')}
            </Fact>
          ))}
        <Fact name={say('Entered')}>
          {formatTimestamp(lead.submittedAt)}
          <br />
          <span className="text-ink-2">{channelText(lead)}</span>
        </Fact>
        <Fact name={say('Verified')}>
          {lead.verifiedAt ? formatTimestamp(lead.verifiedAt) : say('no')}
        </Fact>
        {lead.merged.length > 0 && (
          <Fact name={say('Merged entries')} wide>
            <Lines lines={lead.merged.map(mergedText)} />
          </Fact>
        )}
        {lead.sharedWith.length > 0 && (
          <Fact name={say('Shared with')}>
            <Lines
              lines={lead.sharedWith.map(({ sponsor, viewedAt, note }) =>
                [
                  sponsor,
                  viewedAt
                    ? say('last viewed {moment}', { moment: formatTimestamp(viewedAt) })
                    : say('not viewed yet'),
                  note && say('note: “{note}”', { note }),
                ]
                  .filter(Boolean)
                  .join(', '),
              )}
            />
          </Fact>
        )}
        <Fact name={say('Ticket')}>{ticketName(lead.ticket)}</Fact>
        {!folded &&
          parts.map(([name, content]) => (
            <Fact key={name} name={name} wide>
              {content}
            </Fact>
          ))}
      </dl>
      {folded &&
        parts.map(([name, content]) => (
          <details key={name} className="group mt-3 border-t pt-2">
            <summary className="flex min-h-8 cursor-pointer list-none items-center gap-2 text-ink-2 text-sm hover:text-ink">
              <ChevronRight
                aria-hidden
                className="size-4 transition-transform duration-150 group-open:rotate-90"
              />
              {name}
            </summary>
            <div className="break-words pt-1">{content}</div>
          </details>
        ))}
    </div>
  );
}

function ConsentFacts({ lead }: { lead: StoredLeadDetails }) {
  const { consent } = lead;
  return (
    <>
      {consentText(lead)}
      {consent && (
        <blockquote className="mt-1.5 flex flex-col gap-1 border-edge border-s-2 ps-3 text-sm">
          <p>{consent.note}</p>
          {consent.marketingText && (
            <p>
              {lead.marketing ? say('Ticked') : say('Not ticked')}: “{consent.marketingText}”
            </p>
          )}
          {consent.organiser && (
            <p>{say('Organised by {organiser}', { organiser: consent.organiser })}</p>
          )}
          {consent.privacyText && (
            <details>
              <summary className="cursor-pointer">{say('Privacy text')}</summary>
              <p className="whitespace-pre-line">{consent.privacyText}</p>
            </details>
          )}
          {consent.privacyUrl && <p className="break-all">{consent.privacyUrl}</p>}
        </blockquote>
      )}
    </>
  );
}

interface FactProps {
  name: string;
  wide?: boolean;
  children: ReactNode;
}

function Fact({ name, wide, children }: FactProps) {
  return (
    <div className={wide ? 'min-w-0 @xs:col-span-2' : 'min-w-0'}>
      <dt className="text-ink-2 text-sm">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <ul>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order.
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
}

/** 'Nov 19, 2026, 5:10 PM, entered through the QR form, consent version 2, agreed to “Newsletter”' */
function mergedText(entry: StoredLeadDetails['merged'][number]): string {
  const { submittedAt, consentVersion, marketing, agreements, keptSubmittedAt } = entry;
  return [
    formatTimestamp(submittedAt),
    channelText(entry),
    consentVersion !== null && say('consent version {version}', { version: consentVersion }),
    marketing !== null && (marketing ? say('marketing ticked') : say('marketing not ticked')),
    ...agreements.map((question) => say('agreed to “{question}”', { question })),
    say('merged {moment}', { moment: formatTimestamp(entry.mergedAt) }),
    keptSubmittedAt !== submittedAt &&
      say('this lead’s own entry: {moment}', { moment: formatTimestamp(keptSubmittedAt) }),
  ]
    .filter(Boolean)
    .join(', ');
}

function channelText({
  channel,
  submitterName,
}: Pick<StoredLeadDetails, 'channel' | 'submitterName'>): string {
  const name = submitterName ?? '';
  switch (channel) {
    case 'form':
      return say('Entered through the QR form');
    case 'plain form':
      return say('Entered through the QR form, without scripts');
    case 'volunteer':
      return name ? say('Collected by {name}', { name }) : say('Collected by a volunteer');
    case 'administrator':
      return name ? say('Added by {name}', { name }) : say('Added by an administrator');
    case 'import':
      return name ? say('Imported by {name}', { name }) : say('Imported');
    default:
      return name ? say('Added by {name}', { name }) : say('Entry channel not recorded');
  }
}

/** The consent text that the person saw, in one sentence. */
function consentText({ consent, channel }: StoredLeadDetails): string {
  if (consent)
    return say('Version {version}, used since {moment}', {
      version: consent.version,
      moment: formatTimestamp(consent.firstShownAt),
    });
  return channel === null
    ? say('Entered before consent texts were recorded')
    : say('No text was shown because someone else entered the lead');
}

/** 'Draw 2, City bicycle: won, handed over Dec 5, 2026, 9:30 AM' */
function drawText(draw: StoredLeadDetails['draws'][number]) {
  const { number, prizeName, won, forfeited, at, handedOverAt, handoverNote } = draw;
  const result = won ? (forfeited ? say('won, then released') : say('won')) : say('took part');
  const handedOver =
    handedOverAt &&
    [
      say('handed over {moment}', { moment: formatTimestamp(handedOverAt) }),
      handoverNote && `(${handoverNote})`,
    ]
      .filter(Boolean)
      .join(' ');
  const name = [say('Draw {number}', { number }), prizeName].filter(Boolean).join(', ');
  const told = [result, handedOver].filter(Boolean).join(', ');
  return at ? `${name}: ${told}` : say('{name}: {told} (not drawn yet)', { name, told });
}
