import { helpPages } from '@drawbridge/contract/core/pages';
import { Check, Download, FileCheck2, Minus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DropZone } from '../../ui/fields/drop-zone.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import type { VerificationControl } from './use-verification.ts';

interface ProofCardProps {
  control: VerificationControl;
  eventId: string;
  eventName: string | undefined;
}

/** Downloads the proof, or opens a saved one. */
export function ProofCard({ control, eventId, eventName }: ProofCardProps) {
  const { verification, fileName, saving, save, checkFile } = control;
  return (
    <Card
      className={classNames('grid gap-6 p-5 md:gap-8 md:p-7', !fileName && 'md:grid-cols-2')}
      aria-label={t('verify.proofAsFile')}
    >
      {/* A proof from a file is not offered for download, because that would give it a new checksum. */}
      {!fileName && (
        <div className="flex flex-col items-start gap-3">
          <h2 className="text-2xl">{t('verify.keepProof')}</h2>
          <p className="text-pretty text-ink-2">{t('verify.keepProofHelp')}</p>
          <Button
            icon={Download}
            onClick={() => save(proofName(eventName, eventId))}
            disabled={verification.state !== 'done'}
            pending={saving}
            className="mt-auto max-md:w-full"
          >
            {t('verify.download')}
          </Button>
        </div>
      )}
      <div className="flex flex-col gap-3">
        <h2 className="text-2xl">{t('verify.checkProof')}</h2>
        <ProofDrop onFile={checkFile} />
      </div>
    </Card>
  );
}

function proofName(eventName: string | undefined, eventId: string): string {
  const words = (eventName ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `drawbridge-proof-${words || eventId}.json`;
}

export function ProofDrop({ onFile }: { onFile: (file: File) => void }) {
  return (
    <DropZone
      label={t('verify.proofFile')}
      accept=".json,application/json"
      error=""
      onFile={onFile}
    >
      <FileCheck2 aria-hidden className="size-4.5 shrink-0" />
      {t('verify.chooseFile')}
    </DropZone>
  );
}

interface FileBannerProps {
  fileName: string;
  /** The event of the proof, if it is not the page's. */
  otherEvent: string | undefined;
  onClose: () => void;
}

/** Says that the page shows a file instead of the server's records. */
export function FileBanner({ fileName, otherEvent, onClose }: FileBannerProps) {
  const banner = useRef<HTMLElement>(null);

  // Focuses the banner, because the file was chosen at the other end of the page.
  useEffect(() => banner.current?.focus(), []);

  return (
    <section
      ref={banner}
      tabIndex={-1}
      aria-label={t('verify.savedProof')}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-m bg-info-soft px-4 py-3 text-info outline-none"
    >
      <FileCheck2 aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-[1_1_14rem] break-words">
        <span className="font-semibold">{t('verify.checkingFile', { file: fileName })}</span>
        {otherEvent && (
          <span className="block text-ink">
            <RichText
              text={t('verify.otherEvent', { id: otherEvent })}
              tags={{
                id: (part) => (
                  <span dir="ltr" className="break-all">
                    {part}
                  </span>
                ),
              }}
            />
          </span>
        )}
      </p>
      <Button onClick={onClose} className="max-md:w-full">
        {t('verify.checkEvent')}
      </Button>
    </section>
  );
}

/** Explains what a tick proves and what it does not. */
export function WhatItProves() {
  return (
    <Card
      className="grid gap-7 p-5 md:grid-cols-2 md:gap-10 md:p-7"
      aria-label={t('verify.whatItProves')}
    >
      <section>
        <h2 className="text-2xl">{t('verify.proves')}</h2>
        <ul className="mt-3 flex flex-col gap-3">
          <Point good>{t('verify.provesWinner')}</Point>
          <Point good>{t('verify.provesName')}</Point>
          <Point good>{t('verify.provesChain')}</Point>
          <Point good>{t('verify.provesList')}</Point>
        </ul>
      </section>
      <section>
        <h2 className="text-2xl">{t('verify.provesNot')}</h2>
        <ul className="mt-3 flex flex-col gap-3">
          <Point>{t('verify.notRealPeople')}</Point>
          <Point>{t('verify.notVerified')}</Point>
          <Point>{t('verify.notOnePerson')}</Point>
          <Point>{t('verify.notInRoom')}</Point>
          <Point>{t('verify.notArranged')}</Point>
          <Point>{t('verify.notSameRecord')}</Point>
        </ul>
      </section>
      <a
        href={helpPages.fairDraw}
        className="flex min-h-11 w-fit items-center font-semibold text-accent-ink underline underline-offset-2"
      >
        {t('verify.howItWorks')}
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
