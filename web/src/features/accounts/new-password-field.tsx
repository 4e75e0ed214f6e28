import { ADMIN_PASSWORD_MIN } from '@drawbridge/contract/accounts';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { generatePassword } from './generate-password.ts';

interface NewPasswordFieldProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>;
  name: FieldPath<Input>;
  label: string;
}

/** A password for somebody else: shown as it is typed or generated, so that it can be passed on. */
export function NewPasswordField<Values extends FieldValues, Output>({
  form,
  name,
  label,
}: NewPasswordFieldProps<Values, Output>) {
  const value = form.watch(name) as string;
  return (
    <div className="flex flex-col gap-2">
      <Field
        form={form}
        name={name}
        label={label}
        hint={`At least ${ADMIN_PASSWORD_MIN} characters. It is not shown again.`}
        required
      >
        <Input
          {...form.register(name)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <div className="flex gap-2">
        <Button
          size="small"
          onClick={() => form.setValue(name, generatePassword() as never, { shouldValidate: true })}
        >
          Generate
        </Button>
        {value && <CopyButton size="small" value={value} label="Copy password" />}
      </div>
    </div>
  );
}
