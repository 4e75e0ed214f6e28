import { expect, it } from 'vitest';
import { describeCameraProblem } from './camera.ts';

const named = (name: string) => new DOMException('', name);

it.each([
  [named('NotAllowedError'), true, 'cameraNotAllowed', true],
  [named('SecurityError'), true, 'cameraNotAllowed', true],
  [named('NotFoundError'), true, 'noCamera', true],
  [named('OverconstrainedError'), true, 'noCamera', true],
  [named('NotReadableError'), true, 'cameraFailed', true],
  [undefined, true, 'cameraFailed', true],
  // A browser without cameras, and a page without HTTPS, lack the functions.
  [new TypeError(), true, 'noCamera', false],
  [new TypeError(), false, 'cameraNeedsHttps', false],
])('a camera that fails with %s, on HTTPS %s: %s', (error, secure, what, canRetry) => {
  expect(describeCameraProblem(error, secure)).toEqual({ what, canRetry });
});
