import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import type { Credentials, LoginResponse } from '@drawbridge/contract/login/auth';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { ApiError, api, hasCode, sentenceOf } from '../lib/api/api-client.ts';
import { useHydrated } from '../lib/api/initial-data.ts';
import { explainPasskey, signWithPasskey } from '../lib/device/passkeys.ts';
import { deviceId } from '../lib/device/storage.ts';
import { loginMethodsQuery } from '../lib/queries/login-methods.ts';
import { useToastMutation } from '../lib/queries/use-toast-mutation.ts';
import { sameOriginPath } from '../lib/same-origin-path.ts';
import { t, translate } from '../lib/texts/texts.ts';
import { dismissFailure, showToast } from '../lib/toast.ts';
import { Button, ignoreHeldEnter } from '../ui/button.tsx';
import { Field, Input } from '../ui/fields/field.tsx';
import { PasswordInput } from '../ui/fields/password-input.tsx';
import { LanguageSwitch } from '../ui/frame/language-switch.tsx';
import { ThemeToggle } from '../ui/frame/theme-toggle.tsx';
import { Ticket, TicketPerforation } from '../ui/frame/ticket.tsx';
import { Mark } from '../ui/frame/wordmark.tsx';
import type { LoginProblems } from './check-login.ts';
import { useStartSignOn } from './sign-on.tsx';

const loadRules = () => import('./check-login.ts');

const fields = ['username', 'password', 'code'] as const;

/** The step of the form: more than the password if the account has a second factor. */
type Step = 'password' | 'app code' | 'passkey' | 'recovery code';

interface LoginFormProps {
  onSignedIn: (response: LoginResponse) => void;
}

/** The login form. It does not use the form library, and its inputs keep what was typed before the scripts arrived. */
export function LoginForm({ onSignedIn }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [step, setStep] = useState<Step>('password');
  const asksForCode = step === 'app code' || step === 'recovery code';
  const [pressed, setPressed] = useState(false);
  const [problems, setProblems] = useState<LoginProblems>({});
  // The form handles failures itself, because some of them only lead to the next step.
  const logIn = useToastMutation({
    send: (typed: Credentials) =>
      api.post('/api/auth/login', { body: { ...typed, device: deviceId('login') } }),
  });
  const hydrated = useHydrated();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts have taken over.
  useEffect(() => {
    if (hydrated && !form.current?.contains(document.activeElement)) focus('username');
  }, [hydrated]);

  function focus(field: keyof Credentials) {
    const input = form.current?.elements.namedItem(field);
    if (!(input instanceof HTMLInputElement)) return;
    input.focus();
    input.select();
  }

  function problemOf(field: keyof Credentials): string | undefined {
    const problem = problems[field];
    return problem && translate(problem);
  }

  const typedIn = () =>
    Object.fromEntries(new FormData(form.current ?? undefined)) as unknown as Credentials;

  async function check() {
    const typed = typedIn();
    // The server checks the same rules, so the form also works if they cannot be loaded.
    const rules = await loadRules().catch(() => undefined);
    const checked = rules?.checkLogin(typed, asksForCode) ?? { values: typed };
    setProblems('problems' in checked ? checked.problems : {});
    return checked;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (logIn.isPending) return;
    dismissFailure();
    setPressed(true);
    const checked = await check();
    if ('values' in checked) {
      return logIn.mutate(checked.values, { onSuccess: onSignedIn, onError: explain });
    }
    const wrong = fields.find((field) => checked.problems[field]);
    if (wrong) focus(wrong);
  }

  function explain(error: Error) {
    // The password was right, and the account needs a second factor.
    if (hasCode(error, 'second-factor-required')) return setStep('app code');
    if (hasCode(error, 'passkey-required')) return setStep('passkey');
    if (error instanceof ApiError) {
      setProblems(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])));
    }
    // A proxy's response for an unavailable server says nothing about the password.
    const unavailable = error instanceof ApiError && error.status >= 500;
    const sentence = unavailable
      ? sentenceOf(error)
      : sentenceOf(error, t('workspace.invalidCredentials'));
    showToast({ title: t('workspace.loginFailed'), description: sentence, destructive: true });
  }

  // The fields are disabled while the request is pending, which takes the focus away.
  const field = asksForCode ? 'code' : 'password';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure.
  useEffect(() => {
    if (logIn.isError && step !== 'passkey') focus(field);
  }, [field, logIn.isError]);

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onInput={() => {
        // A failure to load the rules matters only when the form is sent.
        if (pressed) check();
        else loadRules().catch(() => {});
      }}
      onKeyDown={ignoreHeldEnter}
      className="flex flex-col gap-4"
    >
      <Field label={t('workspace.username')} error={problemOf('username')} required>
        <Input
          name="username"
          disabled={logIn.isPending}
          autoComplete="username"
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label={t('workspace.password')} error={problemOf('password')} required>
        <PasswordInput name="password" disabled={logIn.isPending} autoComplete="current-password" />
      </Field>
      {asksForCode && (
        <Field
          label={t('workspace.code')}
          error={problemOf('code')}
          hint={t(step === 'app code' ? 'workspace.codeHint' : 'workspace.recoveryCodeHint')}
          required
        >
          <Input
            name="code"
            disabled={logIn.isPending}
            autoComplete="one-time-code"
            dir="ltr"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </Field>
      )}
      {step === 'passkey' ? (
        <>
          <p role="status">{t('workspace.passkeyNext')}</p>
          <PasskeyButton primary password={typedIn} onSignedIn={onSignedIn} />
          <Button variant="quiet" onClick={() => setStep('recovery code')} className="w-full">
            {t('workspace.withRecoveryCode')}
          </Button>
        </>
      ) : (
        <>
          <Button
            type="submit"
            variant="primary"
            pending={logIn.isPending}
            // Disabled until hydration; otherwise a browser would submit the form itself before the scripts arrive.
            disabled={!hydrated}
            className="mt-2 w-full md:h-11"
          >
            {t(logIn.isPending ? 'workspace.loggingIn' : 'workspace.submitLogin')}
          </Button>
          <p className="flex items-center gap-3 text-ink-2 text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {t('workspace.or')}
          </p>
          <PasskeyButton
            // The passkey follows a correct password; alone, it is enough too.
            password={() => (asksForCode ? typedIn() : undefined)}
            onSignedIn={onSignedIn}
          />
          <SignOnButton />
        </>
      )}
    </form>
  );
}

interface PasskeyButtonProps extends LoginFormProps {
  /** The name and password, if the server has accepted them and asks for a second factor. */
  password: () => Credentials | undefined;
  /** Makes it the primary button, for a user with passkeys and no authenticator app. */
  primary?: boolean;
}

/** Logs in with a passkey alone, or after the password. */
function PasskeyButton({ password, onSignedIn, primary = false }: PasskeyButtonProps) {
  const hydrated = useHydrated();
  const passkey = useToastMutation({
    send: async (typed?: Credentials) => {
      const signed = await signWithPasskey();
      const device = deviceId('login');
      return typed
        ? api.post('/api/auth/login', {
            body: { ...typed, code: undefined, passkey: signed, device },
          })
        : api.post('/api/auth/login-passkey', { body: { passkey: signed, device } });
    },
    failure: (error) => ({
      title: t('workspace.loginFailed'),
      description: explainPasskey(error),
    }),
  });
  return (
    <Button
      variant={primary ? 'primary' : 'secondary'}
      icon={KeyRound}
      autoFocus={primary}
      disabled={!hydrated}
      pending={passkey.isPending}
      onClick={() => passkey.mutate(password(), { onSuccess: onSignedIn })}
      className="w-full md:h-11"
    >
      {t('workspace.withPasskey')}
    </Button>
  );
}

/** Goes to the provider of single sign-on, if there is one. */
function SignOnButton() {
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  const { data: ways } = useQuery(loginMethodsQuery);
  const signOn = useStartSignOn();
  if (!ways?.signOn) return null;
  return (
    <Button
      disabled={!hydrated}
      pending={signOn.isPending}
      onClick={() => signOn.mutate(sameOriginPath(search.get('next')))}
      className="w-full md:h-11"
    >
      <span className="truncate">{t('workspace.withProvider', { name: ways.signOn })}</span>
    </Button>
  );
}

interface LoginByCodeProps extends LoginFormProps {
  code: string;
  /** The name of the code's owner, according to the link. */
  name: string;
  /** Called if the code has expired or was used. */
  onInvalid: () => void;
}

/** Asks for a tap before it logs in, because a messenger's link preview would use up the code. */
export function LoginByCode({ code, name, onSignedIn, onInvalid }: LoginByCodeProps) {
  const logIn = useToastMutation({
    send: () => api.post('/api/auth/login-code', { body: { code, device: deviceId('login') } }),
    failure: t('workspace.loginFailed'),
  });
  // Without a network, the same code can be tried again.
  const explain = (error: Error) => hasCode(error, 'login-code-invalid') && onInvalid();

  return (
    <>
      <h2 className="mb-5 text-xl">{t('workspace.logInOnPhone')}</h2>
      <Button
        variant="primary"
        size="large"
        pending={logIn.isPending}
        onClick={() => logIn.mutate(undefined, { onSuccess: onSignedIn, onError: explain })}
        className="w-full"
      >
        {name ? t('workspace.logInAs', { name }) : t('workspace.logIn')}
      </Button>
    </>
  );
}

/** The ticket that frames the login pages. */
export function LogInFrame({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 pt-16 pb-10 sm:pt-10">
      <div className="absolute top-3 end-3">
        <ThemeToggle />
      </div>
      <Ticket className="w-full max-w-100">
        <div className="flex items-center gap-4 px-6 py-6 md:px-8">
          <Mark className="size-11 shrink-0 text-accent" />
          <div className="min-w-0">
            <h1 className="text-2xl">{PRODUCT_NAME}</h1>
            <p className="text-ink-2 text-sm">{t('workspace.tagline')}</p>
          </div>
        </div>
        <TicketPerforation notches />
        <div className="px-6 pt-6 pb-7 md:px-8">{children}</div>
      </Ticket>
      <LanguageSwitch className="mt-6" />
    </main>
  );
}
