import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

/** Plainly, so that nobody takes a tick for more than it is. */
export function WhatItProves() {
  return (
    <Card className="grid gap-7 p-5 md:grid-cols-2 md:gap-10 md:p-7" aria-label="What this proves">
      <section>
        <h2 className="text-2xl">What a tick proves</h2>
        <ul className="mt-3 flex flex-col gap-3">
          <Point good>
            The winner follows from three things and nothing else: a secret number that was fixed
            before the draw, the list of everyone in it, and the phrase the hall called out, if
            there was one.
          </Point>
          <Point good>
            Nothing was exchanged afterwards. Every draw carries the fingerprint of the one before,
            so none can be changed, moved or taken out.
          </Point>
          <Point good>
            Nobody was left out in silence: who holds an entry code can see whether they were on the
            list. The list shows no names.
          </Point>
        </ul>
      </section>
      <section>
        <h2 className="text-2xl">What it does not</h2>
        <ul className="mt-3 flex flex-col gap-3">
          <Point>
            Whether the entries are real people. The organiser decides which entries are verified.
          </Point>
          <Point>
            Without a phrase: that the list was not arranged. Who runs the server could look up the
            secret number first. A sealed draw with a phrase from the hall rules that out.
          </Point>
          <Point>
            That everybody is shown the same record. Compare the commitments with what stood on the
            hall’s screen, or your proof file with a friend’s.
          </Point>
        </ul>
      </section>
    </Card>
  );
}

function Point({ good = false, children }: { good?: boolean; children: ReactNode }) {
  const Icon = good ? Check : Minus;
  return (
    <li className="flex items-start gap-3">
      <Icon
        aria-hidden
        className={`mt-0.5 size-5 shrink-0 ${good ? 'text-ok' : 'text-ink-2'}`}
        strokeWidth={2.5}
      />
      <p className="text-pretty">{children}</p>
    </li>
  );
}
