import { contact, contactFields } from '@drawbridge/contract/collecting/contact';
import type { StoredLeadDetails } from '@drawbridge/contract/collecting/personal-data';
import { auditKinds } from '@drawbridge/contract/core/audit-kinds';
import { ticketName } from '@drawbridge/contract/raffle/ticket-names';
import type { ReactNode } from 'react';
import { formatMoment } from '../../lib/texts/formats.ts';

/** All data stored about a lead: contact, answers, consent, draws and history. */
export function StoredLeadFacts({ lead }: { lead: StoredLeadDetails }) {
  const { consent, draws, audit } = lead;
  return (
    <div className="@container">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 @md:grid-cols-2">
        {contactFields
          .filter((field) => field !== 'name')
          .map((field) => (
            <Fact key={field} name={contact[field].labels.person}>
              {(field === 'phone' && lead.phoneTyped) || lead[field] || 'none'}
            </Fact>
          ))}
        <Fact name="Entered">
          {formatMoment(lead.submittedAt)}
          <br />
          <span className="text-ink-2">{channelText(lead)}</span>
        </Fact>
        <Fact name="Verified">{lead.verifiedAt ? formatMoment(lead.verifiedAt) : 'no'}</Fact>
        {lead.answers.map(({ question, answer, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same label.
          <Fact key={index} name={question}>
            <span className="whitespace-pre-line">{answer}</span>
            {text && <span className="block whitespace-pre-line text-ink-2 text-sm">“{text}”</span>}
          </Fact>
        ))}
        {lead.sharedWith.length > 0 && (
          <Fact name="Shared with">
            <Lines
              lines={lead.sharedWith.map(
                ({ sponsor, viewedAt, note }) =>
                  `${sponsor}, who ${viewedAt ? `last looked ${formatMoment(viewedAt)}` : 'has not looked yet'}${note ? ` and noted “${note}”` : ''}`,
              )}
            />
          </Fact>
        )}
        <Fact name="Ticket">{ticketName(lead.ticket)}</Fact>
        <Fact name="Consent" wide>
          {consentText(lead)}
          {consent && (
            <blockquote className="mt-1.5 flex flex-col gap-1 border-edge border-s-2 ps-3 text-sm">
              <p>{consent.note}</p>
              {consent.marketingText && (
                <p>
                  {lead.marketing ? 'Ticked' : 'Not ticked'}: “{consent.marketingText}”
                </p>
              )}
              {consent.organiser && <p>Organised by {consent.organiser}</p>}
              {consent.privacyText && (
                <details>
                  <summary className="cursor-pointer">Privacy text</summary>
                  <p className="whitespace-pre-line">{consent.privacyText}</p>
                </details>
              )}
              {consent.privacyUrl && <p className="break-all">{consent.privacyUrl}</p>}
            </blockquote>
          )}
        </Fact>
        <Fact name="Draws">
          {draws.length === 0 ? 'none' : <Lines lines={draws.map(drawText)} />}
        </Fact>
        <Fact name="Audit trail">
          {audit.length === 0 ? (
            'nothing'
          ) : (
            <Lines
              lines={audit.map(
                ({ at, kind, by }) =>
                  `${formatMoment(at)}: ${auditKinds[kind]} (${by ?? 'unknown'})`,
              )}
            />
          )}
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'min-w-0 @md:col-span-2' : 'min-w-0'}>
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

function channelText({ channel, submitterName }: StoredLeadDetails): string {
  const by = submitterName ? ` by ${submitterName}` : '';
  switch (channel) {
    case 'form':
      return 'Entered through the QR form';
    case 'plain form':
      return 'Entered through the QR form, without scripts';
    case 'volunteer':
      return `Collected${by || ' by a volunteer'}`;
    case 'administrator':
      return `Added${by || ' by an administrator'}`;
    case 'import':
      return `Imported${by}`;
    default:
      return submitterName ? `Added${by}` : 'How it was entered was not recorded';
  }
}

/** The consent text that the person saw, in one sentence. */
function consentText({ consent, channel }: StoredLeadDetails): string {
  if (consent)
    return `Version ${consent.version}, used since ${formatMoment(consent.firstShownAt)}`;
  return channel === null
    ? 'Entered before consent texts were recorded'
    : 'No text was shown: the lead was not entered by the person';
}

/** 'Draw 2, City bicycle: won, handed over Dec 5, 2026, 9:30 AM' */
function drawText(draw: StoredLeadDetails['draws'][number]) {
  const { number, prizeName, won, forfeited, at, handedOverAt, handoverNote } = draw;
  const result = won ? (forfeited ? 'won, then forfeited' : 'won') : 'took part';
  const handedOver = handedOverAt
    ? `, handed over ${formatMoment(handedOverAt)}${handoverNote ? ` (${handoverNote})` : ''}`
    : '';
  return `Draw ${number}${prizeName ? `, ${prizeName}` : ''}: ${result}${handedOver}${at ? '' : ' (not drawn yet)'}`;
}
