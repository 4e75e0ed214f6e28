import { TriangleAlert } from 'lucide-react';

/** Whether only this computer can open the address. */
export function isLocal(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/.test(hostname);
}

/** Says that other people's phones cannot open the address, and what to do about it. */
export function LocalAddressWarning({ origin }: { origin: string }) {
  if (!isLocal(origin)) return null;

  return (
    <p role="note" className="flex gap-3 rounded-m bg-wait-soft p-4 text-sm text-wait">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        Only this computer can open {new URL(origin).host}. Open this page under the server's
        address in your network, or start the server with the public one:
        <code className="mt-1 block break-all font-semibold">
          PUBLIC_URL=https://raffle.example.org
        </code>
      </span>
    </p>
  );
}
