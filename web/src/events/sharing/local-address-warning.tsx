import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { say } from '../../lib/texts/say.ts';

/** True if only this computer can open the address. */
export function isLocal(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/.test(hostname);
}

/** Who can open the address: only this computer, the devices in its network, or everyone. */
export function reachOf(origin: string): 'here' | 'network' | 'everywhere' {
  if (isLocal(origin)) return 'here';
  const { hostname } = new URL(origin);
  const isPrivate = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)|\.local$/.test(
    hostname,
  );
  return isPrivate ? 'network' : 'everywhere';
}

/** Says that other people's phones cannot open the address, and what to do about it. */
export function LocalAddressWarning({ origin }: { origin: string }) {
  return isLocal(origin) ? <Warning origin={origin} /> : null;
}

function Warning({ origin }: { origin: string }) {
  const { data } = useQuery({ ...apiQuery('/api/address/network'), staleTime: 0 });
  const { pathname, search } = location;

  return (
    <div role="note" className="flex gap-3 rounded-m bg-wait-soft p-4 text-sm text-wait">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col gap-1">
        <p>
          {say(
            "Only this computer can open {host}. Open this page under the server's address in your network, or start the server with the public one:",
            { host: new URL(origin).host },
          )}
        </p>
        <code className="break-all font-semibold max-md:text-xs">
          {say('PUBLIC_URL=https://raffle.example.org')}
        </code>
        {data?.urls.map((url) => (
          <p key={url}>
            {say('In your network:')}{' '}
            <a
              href={url + pathname + search}
              className="break-all font-semibold underline max-md:inline-block max-md:py-2"
            >
              {url}
            </a>
          </p>
        ))}
      </div>
    </div>
  );
}
