import { PRODUCT_NAME, rafflePath } from '@drawbridge/contract/core/pages';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { EventTexts } from '../../collecting/entry/entry-header.tsx';
import { t } from '../../lib/texts/texts.ts';
import { useRaffle } from '../../raffle/api.ts';
import {
  codeInLink,
  codesOnDevice,
  type OwnCode,
  uniqueCodes,
} from '../../raffle/verify/answer/read-codes.ts';
import { YourAnswer } from '../../raffle/verify/answer/your-answer.tsx';
import { Evidence } from '../../raffle/verify/evidence/evidence.tsx';
import { ShownDraw, Verdict } from '../../raffle/verify/evidence/verdict.tsx';
import { NotChecked, RefreshNotice, WrongNotice } from '../../raffle/verify/notices.tsx';
import { FileBanner, ProofCard, ProofDrop, WhatItProves } from '../../raffle/verify/proof.tsx';
import { useVerification } from '../../raffle/verify/use-verification.ts';
import { hasRecords } from '../../raffle/verify/verification.ts';
import { Winners } from '../../raffle/verify/winners.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { BrandColour, BrandHeader } from '../../ui/frame/brand.tsx';
import { LanguageSwitch } from '../../ui/frame/language-switch.tsx';
import { TopBar } from '../../ui/frame/theme-toggle.tsx';
import { NoticePage } from '../../ui/frame/ticket.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function VerifyPage({ eventId }: { eventId: string }) {
  const [codes, setCodes] = useState<OwnCode[]>([]);
  // The server does not know the fragment when it renders the page.
  useEffect(
    () => setCodes(uniqueCodes([...codeInLink(), ...codesOnDevice(eventId.toLowerCase())])),
    [eventId],
  );
  const control = useVerification(
    eventId,
    codes.map(({ code }) => code),
  );
  const { event, gone } = useRaffle(eventId, { eventOnly: true });
  const { verification, answers, fileName, checkFile, checkEvent } = control;

  const checked = hasRecords(verification) ? verification : undefined;
  if (gone && !fileName && !checked) {
    return (
      <NoticePage title={t('visitor.eventNotFound')} text={t('verify.eventNotFoundHelp')}>
        <ProofDrop onFile={checkFile} />
      </NoticePage>
    );
  }

  // A file may belong to any event, but only this event's name is known.
  const named = !fileName || checked?.list.eventId === eventId.toLowerCase();
  const eventName = named ? event?.name : undefined;
  return (
    <Frame eventId={eventId} event={named ? event : undefined}>
      {/* The key resets the page for another source, so that nothing shifts. */}
      <Fragment key={fileName}>
        {checked && <WrongNotice checked={checked} fromFile={fileName !== undefined} />}
        {fileName && checked && (
          <FileBanner
            fileName={fileName}
            otherEvent={named ? undefined : checked.list.eventId}
            onClose={checkEvent}
          />
        )}
        {checked && <RefreshNotice checked={checked} onRetry={control.refresh} />}
        {checked || verification.state === 'loading' ? (
          <>
            <Verdict checked={checked} fromFile={fileName !== undefined} />
            <YourAnswer
              codes={codes}
              list={checked?.list}
              answers={answers}
              onCodes={(typed) =>
                setCodes((before) => uniqueCodes([...typed.map((code) => ({ code })), ...before]))
              }
            />
          </>
        ) : (
          <h1 className="sr-only">{t('verify.title')}</h1>
        )}
        {verification.state === 'loading' && (
          <div className="min-h-screen">
            <Skeleton className="h-72 w-full" />
          </div>
        )}
        {!hasRecords(verification) && verification.state !== 'loading' && (
          <NotChecked verification={verification} fileName={fileName} onRetry={checkEvent} />
        )}
        {checked && (
          <>
            <ShownDraw checked={checked} />
            <Winners checked={checked} />
            <Evidence checked={checked} fromFile={fileName !== undefined} />
          </>
        )}
        {verification.state !== 'loading' && (
          <>
            <ProofCard control={control} eventId={eventId} eventName={eventName} />
            <WhatItProves />
          </>
        )}
      </Fragment>
    </Frame>
  );
}

interface FrameProps {
  eventId: string;
  /** The event whose draws are checked; undefined for a file of another one, and until it has loaded. */
  event: PublicEvent | undefined;
  children: ReactNode;
}

function Frame({ eventId, event, children }: FrameProps) {
  return (
    <>
      <title>{`${t('verify.title')} · ${PRODUCT_NAME}`}</title>
      <BrandColour styles={event?.accentStyles} />
      <TopBar>
        <Link href={rafflePath(eventId)} className={buttonClasses('secondary', 'medium')}>
          {t('verify.raffle')}
        </Link>
      </TopBar>
      <main className="mx-auto flex max-w-4xl flex-col gap-5 px-4 pt-5 pb-16 md:gap-6 md:px-6">
        {event && (
          <BrandHeader brand={event} className="-mt-5 max-md:-mx-4 md:rounded-b-l">
            {/* The announced time of the draw is of no use here. */}
            <EventTexts event={event} heading="p" branded begun />
          </BrandHeader>
        )}
        {children}
        <LanguageSwitch offered={event?.languages} />
      </main>
    </>
  );
}
