import type { Credentials, LoginAnswer } from '@drawbridge/contract/accounts/auth';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { useHydrated } from '../../lib/first-view.ts';
import { sameOriginPath } from '../../lib/same-origin-path.ts';
import { t } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { waysQuery } from '../mail/api.ts';
import { useLogInByPasskey, useStartSignOn } from './api.ts';

interface OtherWaysProps {
  /** The name and password, if the server has found them right and asks for more. */
  password: () => Credentials | undefined;
  onSignedIn: (answer: LoginAnswer) => void;
}

interface PasskeyStepProps {
  /** The name and password, which the server has found right. */
  password: () => Credentials;
  onSignedIn: (answer: LoginAnswer) => void;
  onRecoveryCode: () => void;
}

/** What comes after the password for somebody who has passkeys, and no app that gives codes. */
export function PasskeyStep({ password, onSignedIn, onRecoveryCode }: PasskeyStepProps) {
  const passkey = useLogInByPasskey();

  return (
    <>
      <p role="status">{t('workspace.passkeyNext')}</p>
      <Button
        variant="primary"
        autoFocus
        pending={passkey.isPending}
        onClick={() => passkey.mutate(password(), { onSuccess: onSignedIn })}
        className="w-full md:h-11"
      >
        <KeyRound aria-hidden />
        {t('workspace.withPasskey')}
      </Button>
      <Button variant="quiet" onClick={onRecoveryCode} className="w-full">
        {t('workspace.withRecoveryCode')}
      </Button>
    </>
  );
}

/** The ways to log in besides a password. */
export function OtherWays({ password, onSignedIn }: OtherWaysProps) {
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  const { data: ways } = useQuery(waysQuery);
  const passkey = useLogInByPasskey();
  const signOn = useStartSignOn();

  return (
    <>
      <p className="flex items-center gap-3 text-ink-2 text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('workspace.or')}
      </p>
      <Button
        disabled={!hydrated}
        pending={passkey.isPending}
        onClick={() => passkey.mutate(password(), { onSuccess: onSignedIn })}
        className="w-full md:h-11"
      >
        <KeyRound aria-hidden />
        {t('workspace.withPasskey')}
      </Button>
      {ways?.signOn && (
        <Button
          disabled={!hydrated}
          pending={signOn.isPending}
          onClick={() => signOn.mutate(sameOriginPath(search.get('next')))}
          className="w-full md:h-11"
        >
          <span className="truncate">{t('workspace.withProvider', { name: ways.signOn })}</span>
        </Button>
      )}
    </>
  );
}
