import { describe, expect, it } from 'vitest';
import { planPrivileges } from './privileges.ts';

const account = { uid: 990, gid: 980 };
const started = { root: true, account, unreadable: undefined, ports: [3000, 0] };

describe('a server that was started', () => {
  it('by root becomes its account before it listens', () => {
    expect(planPrivileges(started)).toEqual({ drop: 'before listening', account });
    expect(planPrivileges({ ...started, ports: [0, 0] })).toEqual({
      drop: 'before listening',
      account,
    });
    expect(planPrivileges({ ...started, ports: [1024, 8080] }).drop).toBe('before listening');
  });

  it('by root at a port that is root’s becomes its account as soon as it listens', () => {
    expect(planPrivileges({ ...started, ports: [8443, 80] })).toEqual({
      drop: 'after listening',
      account,
    });
  });

  it('by somebody else stays what it is, and says nothing', () => {
    const plan = planPrivileges({ ...started, root: false, account: undefined });
    expect(plan).toEqual({ drop: 'never' });
  });

  it.each([
    [{ account: undefined }, 'no account could be made for it: start it as another user'],
    [
      { unreadable: '/root/main.js' },
      'its account (user 990) cannot read /root/main.js: make it readable for that account',
    ],
    [
      { unreadable: '/root/.npm/_npx/1f/main.js' },
      'its account (user 990) cannot read /root/.npm/_npx/1f/main.js: ' +
        'instead of npx, install the package by npm install --global',
    ],
  ])('by root without another way says in one line why it stays root: %j', (more, reason) => {
    expect(planPrivileges({ ...started, ...more })).toEqual({
      drop: 'never',
      warning: `the server keeps the rights of root, because ${reason}`,
    });
  });
});
