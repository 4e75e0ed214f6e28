import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/client.ts';
import type { WriteMonitor } from '../health/write-monitor.ts';
import { describeProxy, noteProxy } from './store.ts';

const NOTE_EVERY_MS = 24 * 60 * 60_000;

/**
 * Notices a proxy that nobody has told us to trust: the log says so once, and a note for the doctor and the status is
 * renewed once a day. Anybody can send the header, so the sentence names the address and asks.
 */
export function noticeProxies(app: FastifyInstance, db: Db, writes: WriteMonitor): void {
  let noted = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    const { 'x-forwarded-for': forwarded } = request.headers;
    if (forwarded === undefined || performance.now() - noted < NOTE_EVERY_MS) return;
    const address = request.socket.remoteAddress ?? 'a proxy';
    if (noted < 0) app.log.warn(describeProxy(address));
    noted = performance.now();
    noteProxy(db, address).catch((error) => writes.report(error, 'a proxy could not be noted'));
  });
}
