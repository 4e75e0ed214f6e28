import type { PublicEvent } from '@drawbridge/contract/events';

const TITLE = 'How we use your details';

interface PrivacyNoticeProps {
  event: PublicEvent;
  /** A shared device stays on the form, so it only names the address. */
  kiosk: boolean;
}

/** The event's privacy notice, if it has one. The text opens without a script. */
export function PrivacyNotice({ event, kiosk }: PrivacyNoticeProps) {
  const { privacyText, privacyUrl } = event;
  const link =
    privacyUrl &&
    (kiosk ? (
      `${TITLE}: ${privacyUrl}`
    ) : (
      <a
        href={privacyUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-2"
      >
        {privacyText ? 'Privacy notice' : TITLE}
      </a>
    ));
  if (!privacyText) return link && <p className="break-words text-center text-sm">{link}</p>;
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
