import type { NetworkInterfaceInfo } from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { networkUrls, phoneUrls } from './addresses.ts';

const at = (address: string, more: object = {}) =>
  ({ address, family: 'IPv4', internal: false, ...more }) as NetworkInterfaceInfo;
const everywhere = { host: '0.0.0.0' };

afterEach(() => vi.unstubAllEnvs());

it('names the addresses that phones of the network can open', () => {
  const interfaces = {
    lo: [at('127.0.0.1', { internal: true })],
    wlan0: [at('192.0.2.2'), at('2001:db8::2', { family: 'IPv6' })],
    eth0: [at('198.51.100.7')],
    docker0: [at('172.17.0.1')],
  };
  expect(networkUrls(3000, () => interfaces)).toEqual([
    'http://192.0.2.2:3000',
    'http://198.51.100.7:3000',
  ]);
});

it('names none where the system does not let them be listed', () => {
  const list = () => {
    throw new Error('uv_interface_addresses returned Unknown system error 97');
  };
  expect(networkUrls(3000, list)).toEqual([]);
});

it('names none if a public address is set, if only this machine is served, or in a container', () => {
  vi.stubEnv('container', undefined);
  expect(phoneUrls(everywhere, 3000)).toEqual(networkUrls(3000));
  expect(phoneUrls({ ...everywhere, publicUrl: 'https://raffle.example.org' }, 3000)).toEqual([]);
  expect(phoneUrls({ host: '127.0.0.1' }, 3000)).toEqual([]);
  vi.stubEnv('container', 'podman');
  expect(phoneUrls(everywhere, 3000)).toEqual([]);
});
