import { createHmac } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { ProblemCode } from '@drawbridge/contract/core/errors';
import type { Scope } from '@drawbridge/contract/core/scopes';
import { requiredScope, type Webhook } from '@drawbridge/contract/outreach/webhooks';

/** The reason why a token may not have such a webhook: it would send data that the token may not read. */
export function refusalTo(
  { scopes, events }: { scopes: readonly Scope[]; events: readonly string[] | null },
  { kinds, eventId }: Pick<Webhook, 'kinds' | 'eventId'>,
): ProblemCode | undefined {
  if (!kinds.every((kind) => scopes.includes(requiredScope(kind)))) return 'scope-missing';
  if (!events || (eventId && events.includes(eventId))) return undefined;
  return eventId ? 'other-event' : 'event-not-named';
}

export const writeSecret = (secret: Buffer) => `whsec_${secret.toString('base64')}`;

/** The headers of the Standard Webhooks conventions, with one signature for each secret. */
export function sign(id: string, body: string, secrets: readonly Buffer[], at: Date) {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

// Two lists, because a single one would also compare IPv4 addresses with the IPv6 ranges.
const refused4 = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // shared by customers of a provider
  '127.0.0.0/8',
  '168.63.129.16/32', // metadata of Azure
  '169.254.0.0/16', // link-local, with the metadata of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4',
]) {
  const [net = '', bits] = range.split('/');
  refused4.addSubnet(net, Number(bits), 'ipv4');
}
const refused6 = new BlockList();
for (const range of [
  // Everything except global unicast, which is 2000::/3. This includes IPv4 in other notations, NAT64, and private
  // addresses.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]) {
  const [net = '', bits] = range.split('/');
  refused6.addSubnet(net, Number(bits), 'ipv6');
}

/** True if an address does not belong to the public internet. */
export function isPrivate(address: string): boolean {
  const [plain = ''] = address.split('%');
  const version = isIP(plain);
  if (version === 4) return refused4.check(plain, 'ipv4');
  return version !== 6 || refused6.check(plain, 'ipv6');
}

/** The IP address in a URL without a host name. URLs normalise all notations of an address. */
export function literalAddress(url: string): string | undefined {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : undefined;
}
