import { helpPages } from '@drawbridge/contract/pages';
import { Check, Download, FileCheck2, Minus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import type { ProofFile, VerificationControl } from './use-verification.ts';

interface ProofCardProps {
  control: VerificationControl;
  eventId: string;
  eventName: string | undefined;
}

/** Downloads the proof, or opens a saved one. */
export function ProofCard({ control, eventId, eventName }: ProofCardProps) {
  const { verification, file, chosen, saving, save, checkFile } = control;
  return (
    <Card
      className={classNames('grid gap-6 p-5 md:gap-8 md:p-7', !file && 'md:grid-cols-2')}
      aria-label="The proof as a file"
    >
      {/* A proof from a file is not offered for download, because that would give it a new checksum. */}
      {!file && (
        <div className="flex flex-col items-start gap-3">
          <h2 className="text-2xl">Keep the proof</h2>
          <p className="text-pretty text-ink-2">
            One file with every record and every list. It names the winners as they are shown here,
            and nobody else. With it anyone can check the draws, even when this server is gone.
          </p>
          <Button
            onClick={() => save(fileName(eventName, eventId))}
            disabled={verification.state !== 'done'}
            pending={saving}
            className="mt-auto max-md:w-full"
          >
            {!saving && <Download aria-hidden />}
            Download proof
          </Button>
        </div>
      )}
      <div className="flex flex-col gap-3">
        <h2 className="text-2xl">Check a saved proof</h2>
        <ProofDrop chosen={chosen} onFile={checkFile} />
      </div>
    </Card>
  );
}

function fileName(eventName: string | undefined, eventId: string): string {
  const words = (eventName ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `drawbridge-proof-${words || eventId}.json`;
}

interface ProofDropProps {
  chosen: VerificationControl['chosen'];
  onFile: (file: File) => void;
}

/** Lets people choose or drop a proof file. */
export function ProofDrop({ chosen, onFile }: ProofDropProps) {
  const error = chosen && 'problem' in chosen ? chosen.problem : '';
  return (
    <DropZone label="Proof file" accept=".json,application/json" error={error} onFile={onFile}>
      <FileCheck2 aria-hidden className="size-4.5 shrink-0" />
      {chosen && 'share' in chosen
        ? `Reading ${chosen.name}: ${Math.floor(chosen.share * 100)}%`
        : 'Choose a proof file or drop it here'}
    </DropZone>
  );
}

interface FileBannerProps {
  file: ProofFile;
  ofThisEvent: boolean;
  onClose: () => void;
}

/** Says that the page shows a file instead of the server's records. */
export function FileBanner({ file, ofThisEvent, onClose }: FileBannerProps) {
  const banner = useRef<HTMLElement>(null);

  // Focus the banner, because the file was chosen at the other end of the page.
  useEffect(() => banner.current?.focus(), []);

  return (
    <section
      ref={banner}
      tabIndex={-1}
      aria-label="Saved proof"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-m bg-info-soft px-4 py-3 text-info outline-none"
    >
      <FileCheck2 aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-[1_1_14rem] break-words">
        <span className="font-semibold">You are checking the saved proof {file.name}</span>
        {!ofThisEvent && (
          <span className="block text-ink">
            It is of another event: <span className="break-all">{file.eventId}</span>
          </span>
        )}
      </p>
      <Button onClick={onClose} className="max-md:w-full">
        Check this event instead
      </Button>
    </section>
  );
}

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
