/**
 * Problems that belong to one field of a form: their sentences, and the names that the field may have. This
 * module does not import zod or the table of all problems, which the log-in does not need.
 */
export const fieldProblems = {
  'wrong-password': ['Your current password is not right', ['currentPassword']],
  'password-easy-to-guess': [
    'This password is easy to guess. Please choose another.',
    ['newPassword', 'password'],
  ],
  'password-unchanged': ['That is the password you have now', ['newPassword']],
  'username-taken': ['Username is already taken', ['username']],
  'app-code-wrong': ['That code is not right. Wait for the next one and try again.', ['code']],
  'recovery-code-wrong': ['That recovery code is not right. Each works only once.', ['code']],
} as const satisfies Record<string, readonly [sentence: string, fields: readonly string[]]>;
