import { t } from '../../lib/texts/texts.ts';

/** An open roll call: its digits, each on a stub of its own. Only a screen with a session may know them. */
export function RollCallTicket({ digits }: { digits: string | null | undefined }) {
  return (
    <section className="light wall-turn-over flex min-h-0 flex-1 flex-col rounded-l bg-paper text-center text-ink">
      <h2 className="shrink-0 pt-[0.7rem] font-bold text-[1.7rem] text-accent-ink leading-[1.15] rtl:leading-[1.4]">
        {t('stage.whoIsHere')}
      </h2>
      {digits === null ? (
        <p className="m-auto text-balance px-[1.5rem] font-display font-semibold text-[1.8rem] leading-[1.2]">
          {t('stage.logInForDigits')}
        </p>
      ) : (
        <p dir="ltr" className="my-[0.5rem] flex min-h-0 flex-1 [container-type:size]">
          {[...(digits ?? '    ')].map((digit, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a digit has no other identity.
              key={index}
              aria-hidden
              className="flex flex-1 items-center justify-center border-edge border-dashed font-bold font-display text-[length:min(9rem,92cqb,31cqi)] tabular-nums leading-none not-first:border-s-2"
            >
              {digit}
            </span>
          ))}
          <span className="sr-only">{digits}</span>
        </p>
      )}
    </section>
  );
}
