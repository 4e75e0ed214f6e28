import { networkInterfaces } from 'node:os';
import type { Settings } from '../../settings.ts';

/** Names that lead every machine to itself. */
export const LOOPBACK = /^(localhost|127\..*|\[?::1\]?)$/;
const ALL_ADDRESSES = ['0.0.0.0', '::'];
/** Networks of containers and virtual machines, which no phone can reach. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel)/;

interface Where extends Pick<Settings, 'host'> {
  publicUrl?: string | undefined;
}

/** The name of an address that the server listens on, as this machine's browser can open it. */
export function nameOf(host: string): string {
  return ALL_ADDRESSES.includes(host) ? 'localhost' : host;
}

/** Where this machine's browser finds the server. */
export function localUrl(host: string, port: number): string {
  return `http://${nameOf(host)}:${port}`;
}

/** Whether visitors come by HTTPS, to a proxy in front of this server. */
export function isHttps(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') === true;
}

/**
 * What the start prints when visitors come without HTTPS. An address of this machine alone is reached by
 * its own browser, which needs no HTTPS there, or by a proxy.
 */
export function describeMissingHttps(where: Where, origin = ''): string[] {
  if (isHttps(where.publicUrl) || LOOPBACK.test(where.host)) return [];
  return [
    `Without HTTPS, phones cannot open the volunteer page offline or scan badges: see ${origin}/help/operators#https`,
  ];
}

/** Where other machines of the network find a server that listens on all addresses. */
export function networkUrls(port: number, list = networkInterfaces): string[] {
  return Object.entries(listIfAllowed(list))
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, list]) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`);
}

/** A sandbox may forbid it. The server can do without. */
function listIfAllowed(list: typeof networkInterfaces): ReturnType<typeof networkInterfaces> {
  try {
    return list();
  } catch {
    return {};
  }
}

/**
 * Where phones find the server although nobody has set PUBLIC_URL. A container does not know its host's addresses; Podman,
 * systemd and our own image set `container` there.
 */
export function phoneUrls(where: Where, port: number): string[] {
  const { publicUrl, host } = where;
  const unknown = publicUrl || !ALL_ADDRESSES.includes(host) || process.env.container;
  return unknown ? [] : networkUrls(port);
}
