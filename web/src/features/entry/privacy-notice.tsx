import type { PublicEvent } from '@drawbridge/contract/events';

const TITLE = 'How we use your details';

/** The event's privacy notice, if it has one. The text opens without a script. */
export function PrivacyNotice({ event }: { event: PublicEvent }) {
  const { privacyText, privacyUrl } = event;
  const link = privacyUrl && (
    <a
      href={privacyUrl}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-2"
    >
      {privacyText ? 'Privacy notice' : TITLE}
    </a>
  );
  if (!privacyText) return link && <p className="text-center text-sm">{link}</p>;
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center justify-center font-semibold text-accent-ink underline underline-offset-2">
        {TITLE}
      </summary>
      <p className="whitespace-pre-line break-words pb-2 text-ink-2">{privacyText}</p>
      {link}
    </details>
  );
}
