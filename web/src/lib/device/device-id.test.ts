import { afterEach, expect, it, vi } from 'vitest';
import { deviceId } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

it('stays the same where nothing can be stored, and is not the same for the outbox', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('refused', 'QuotaExceededError');
    },
  });
  const ids = [deviceId('login'), deviceId('outbox')];
  expect(new Set(ids).size).toBe(2);
  expect([deviceId('login'), deviceId('outbox')]).toEqual(ids);
});
