import { expect, test } from 'vitest';
import { recoveryCodesFile } from './settings-dialogs.tsx';

test('the file says whose codes they are, where they work and since when', () => {
  const about = { username: 'jo', origin: 'https://raffle.example', day: '2026-11-15' };
  expect(recoveryCodesFile(['AAAAA-1', 'BBBBB-2'], about)).toBe(
    'Drawbridge recovery codes\nAddress: https://raffle.example\nUsername: jo\nMade on: 2026-11-15\n\nAAAAA-1\nBBBBB-2\n',
  );
});
