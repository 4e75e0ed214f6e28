import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns a replaced response, or undefined to let the server respond. */
export type Replace = (path: string) => { status: number; type: string; body: string } | undefined;

/** A proxy between the browser and the server, at an address of its own, which can replace responses. */
export async function startRelay(target: string) {
  let replace: Replace = () => undefined;
  const server = createServer((incoming, outgoing) => {
    const replaced = replace(incoming.url ?? '');
    if (replaced) {
      outgoing.writeHead(replaced.status, { 'content-type': replaced.type }).end(replaced.body);
      return;
    }
    const forwarded = request(
      target + incoming.url,
      { method: incoming.method, headers: incoming.headers },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replace: (by: Replace) => {
      replace = by;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
