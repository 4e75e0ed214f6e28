import { expect, it } from 'vitest';
import { describeCameraProblem } from './camera.ts';

const named = (name: string) => new DOMException('', name);

it.each([
  [named('NotAllowedError'), true, 'The camera is not allowed', true],
  [named('SecurityError'), true, 'The camera is not allowed', true],
  [named('NotFoundError'), true, 'No camera found', true],
  [named('OverconstrainedError'), true, 'No camera found', true],
  [named('NotReadableError'), true, 'The camera could not start', true],
  [undefined, true, 'The camera could not start', true],
  // A browser without cameras, and a page without HTTPS, lack the functions.
  [new TypeError(), true, 'No camera found', false],
  [new TypeError(), false, 'Scanning needs HTTPS', false],
])('a camera that fails with %s, on HTTPS %s: %s', (error, secure, title, canRetry) => {
  expect(describeCameraProblem(error, secure)).toMatchObject({ title, canRetry });
});
