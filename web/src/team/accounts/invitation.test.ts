import { administratorPassword } from '@drawbridge/contract/login/auth';
import { expect, test } from 'vitest';
import { generatePassword } from './invitation.tsx';

test('a generated password is new every time, and one that an administrator may have', () => {
  const made = new Set(Array.from({ length: 200 }, generatePassword));
  expect(made.size).toBe(200);
  for (const password of made) {
    expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    expect(administratorPassword.safeParse(password).success).toBe(true);
  }
});
