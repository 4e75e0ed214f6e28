import type { Credentials, LoginAnswer } from '@drawbridge/contract/auth';
import { useEffect, useState } from 'react';
import { ApiError, hasCode, sentenceOf } from '../../lib/api-client.ts';
import { useHydrated } from '../../lib/first-view.ts';
import { deviceId } from '../../lib/storage.ts';
import { showToast } from '../../lib/toast.ts';
import { useCheckedForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, PasswordInput } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLogIn } from './api.ts';

const loadRules = () => import('./check-login.ts');

interface LoginFormProps {
  onSignedIn: (answer: LoginAnswer) => void;
}

export function LoginForm({ onSignedIn }: LoginFormProps) {
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useCheckedForm<Credentials, Credentials>({
    resolver: async (typed, context, about) => {
      // The server checks the same, and its answer is also worth seeing when it cannot be reached.
      const rules = await loadRules().catch(() => undefined);
      if (!rules) return { values: typed, errors: {} };
      const check = asksForCode ? rules.checkLoginWithCode : rules.checkLogin;
      return check(typed, context, about);
    },
    defaultValues: { username: '', password: '', code: '' },
  });
  const logIn = useLogIn();
  // A browser would send the form itself before the scripts are there.
  const hydrated = useHydrated();
  const disabled = !hydrated || logIn.isPending;
  const { setFocus } = form;
  useEffect(() => {
    if (hydrated) setFocus('username');
  }, [setFocus, hydrated]);

  const submit = (values: Credentials) =>
    logIn.mutate(
      { ...values, device: deviceId('log-in') },
      { onSuccess: onSignedIn, onError: explain },
    );

  function explain(error: Error) {
    // Only the code is missing.
    if (hasCode(error, 'second-factor-required')) return setAsksForCode(true);
    // A proxy that answers for a server that is unavailable says nothing about the password.
    const unavailable = error instanceof ApiError && error.status >= 500;
    const sentence = unavailable ? sentenceOf(error) : sentenceOf(error, 'Invalid credentials');
    showToast({ title: 'Login failed', description: sentence, destructive: true });
  }

  // The fields are disabled while the request is pending, which takes the focus away.
  const field = asksForCode ? 'code' : 'password';
  useEffect(() => {
    if (logIn.isError) form.setFocus(field, { shouldSelect: true });
  }, [form, field, logIn.isError]);

  return (
    <Form
      form={form}
      onSubmit={submit}
      pending={logIn.isPending}
      error={logIn.error}
      className="flex flex-col gap-4"
    >
      <Field form={form} name="username" label="Username" required>
        <Input
          {...form.register('username')}
          onInput={preloadRules}
          disabled={disabled}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field form={form} name="password" label="Password" required>
        <PasswordInput
          {...form.register('password')}
          disabled={disabled}
          autoComplete="current-password"
        />
      </Field>
      {asksForCode && (
        <Field
          form={form}
          name="code"
          label="Code"
          hint="Type the six digits from your app, or a recovery code."
          required
        >
          <Input
            {...form.register('code')}
            disabled={disabled}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </Field>
      )}
      <Button
        type="submit"
        variant="primary"
        pending={logIn.isPending}
        disabled={!hydrated}
        className="mt-2 w-full md:h-11"
      >
        {logIn.isPending ? 'Logging in...' : 'Sign In'}
      </Button>
    </Form>
  );
}

/** Begins to load the rules while somebody types. */
function preloadRules(): void {
  // A failure matters only when the form is sent.
  loadRules().catch(() => {});
}
