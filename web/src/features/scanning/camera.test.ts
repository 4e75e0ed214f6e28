import { expect, it } from 'vitest';
import { describeCameraProblem } from './camera.ts';

const named = (name: string) => new DOMException('', name);

it.each([
  [named('NotAllowedError'), true, 'workspace.cameraNotAllowed', true],
  [named('SecurityError'), true, 'workspace.cameraNotAllowed', true],
  [named('NotFoundError'), true, 'workspace.noCamera', true],
  [named('OverconstrainedError'), true, 'workspace.noCamera', true],
  [named('NotReadableError'), true, 'workspace.cameraFailed', true],
  [undefined, true, 'workspace.cameraFailed', true],
  // A browser without cameras, and a page without HTTPS, lack the functions.
  [new TypeError(), true, 'workspace.noCamera', false],
  [new TypeError(), false, 'workspace.cameraNeedsHttps', false],
])('a camera that fails with %s, on HTTPS %s: %s', (error, secure, title, canRetry) => {
  expect(describeCameraProblem(error, secure)).toMatchObject({ title, canRetry });
});
