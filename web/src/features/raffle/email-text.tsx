import { Fragment } from 'react';

/** An e-mail address that wraps before '@' first, then before '.', and elsewhere only if a part is too long. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <bdi dir="ltr">
      {wrapAtDots(email.slice(0, at))}
      <span className="inline-block max-w-full">{wrapAtDots(email.slice(at))}</span>
    </bdi>
  );
}

function wrapAtDots(text: string) {
  return text.split(/(?=\.)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
