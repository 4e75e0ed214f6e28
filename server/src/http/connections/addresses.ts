import { networkInterfaces } from 'node:os';
import type { Settings } from '../../settings.ts';

/** Matches host names that mean the machine itself. */
export const LOOPBACK = /^(localhost|127\..*|\[?::1\]?)$/;
const ALL_ADDRESSES = ['0.0.0.0', '::'];
/** Networks of containers and virtual machines, which no phone can reach. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel)/;

interface Where extends Pick<Settings, 'host'> {
  publicUrl?: string | undefined;
}

/** The host name under which a browser on this machine reaches an address that the server listens on. */
export function nameOf(host: string): string {
  return ALL_ADDRESSES.includes(host) ? 'localhost' : host;
}

/** The URL of the server for a browser on this machine. */
export function localUrl(host: string, port: number): string {
  return `http://${nameOf(host)}:${port}`;
}

/** True if visitors use HTTPS, which a proxy in front of this server terminates. */
export function isHttps(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') === true;
}

/**
 * The warning at start if visitors connect without HTTPS. There is none for an address that only this machine can
 * reach: its own browser needs no HTTPS there, and a proxy may provide it.
 */
export function describeMissingHttps(where: Where, origin = ''): string[] {
  if (isHttps(where.publicUrl) || LOOPBACK.test(where.host)) return [];
  return [
    `Without HTTPS, phones cannot open the volunteer page offline or scan badges: see ${origin}/help/operators#https`,
  ];
}

/** The URLs under which other machines of the network reach a server that listens on all addresses. */
export function networkUrls(port: number, list = networkInterfaces): string[] {
  return Object.entries(listIfAllowed(list))
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, list]) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`);
}

/** Lists the network interfaces, or none if a sandbox forbids it. */
function listIfAllowed(list: typeof networkInterfaces): ReturnType<typeof networkInterfaces> {
  try {
    return list();
  } catch {
    return {};
  }
}

/**
 * The URLs for phones if PUBLIC_URL is not set. A container does not know its host's addresses; Podman, systemd and our
 * own image set `container` there.
 */
export function phoneUrls(where: Where, port: number): string[] {
  const { publicUrl, host } = where;
  const unknown = publicUrl || !ALL_ADDRESSES.includes(host) || process.env.container;
  return unknown ? [] : networkUrls(port);
}
