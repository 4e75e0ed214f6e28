import { helpPages } from '@drawbridge/contract/pages';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';

/** Explains what a tick proves and what it does not. */
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
            The name is the one that was drawn. Where an event shows its winners in a short form,
            this cannot be checked, and the page says so.
          </Point>
          <Point good>
            No entry code won twice, and nothing was changed, moved or taken out afterwards: every
            record carries the fingerprint of the one before.
          </Point>
          <Point good>
            Nobody with an entry code was left out silently: with one code you see whether you were
            on the list. The list shows no names.
          </Point>
        </ul>
      </section>
      <section>
        <h2 className="text-2xl">What it does not</h2>
        <ul className="mt-3 flex flex-col gap-3">
          <Point>That the entries are real people.</Point>
          <Point>
            That everyone who should have been verified was. The organiser decides which entries
            are.
          </Point>
          <Point>
            That every line is one person. An organiser can put several people onto one phone number
            by editing their entries, so that they share one chance. Enter your code, and this page
            tells you if other entries share your line.
          </Point>
          <Point>
            Without a seal: that the list was not arranged. Whoever runs the server could look up
            the secret number first. A sealed draw with a phrase from the hall rules that out.
          </Point>
          <Point>
            That everybody is shown the same record, or that an event was not deleted with its
            record. Compare the fingerprints with what was on the hall’s screen, or your proof file
            with a friend’s.
          </Point>
        </ul>
      </section>
      <a
        href={helpPages.fairDraw}
        className="flex min-h-11 w-fit items-center font-semibold text-accent-ink underline underline-offset-2"
      >
        How the draw works
      </a>
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
