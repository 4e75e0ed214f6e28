import { type Credentials, credentials, type LoginAnswer } from '@drawbridge/contract/auth';
import { useEffect } from 'react';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useLogIn } from './api.ts';

interface LoginFormProps {
  onSignedIn: (answer: LoginAnswer) => void;
}

export function LoginForm({ onSignedIn }: LoginFormProps) {
  const form = useZodForm(credentials, { defaultValues: { username: '', password: '' } });
  const logIn = useLogIn();
  const { setFocus } = form;
  useEffect(() => setFocus('username'), [setFocus]);

  const submit = (values: Credentials) =>
    logIn.mutate(values, {
      onSuccess: onSignedIn,
      // The fields were disabled while the request was pending, which took the focus away.
      onError: () => setTimeout(() => form.setFocus('password', { shouldSelect: true })),
    });

  return (
    <Form form={form} onSubmit={submit} pending={logIn.isPending} className="flex flex-col gap-4">
      <Field form={form} name="username" label="Username" required>
        <Input
          {...form.register('username')}
          disabled={logIn.isPending}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field form={form} name="password" label="Password" required>
        <PasswordInput
          {...form.register('password')}
          disabled={logIn.isPending}
          autoComplete="current-password"
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        pending={logIn.isPending}
        className="mt-2 w-full md:h-11"
      >
        {logIn.isPending ? 'Logging in...' : 'Sign In'}
      </Button>
    </Form>
  );
}
