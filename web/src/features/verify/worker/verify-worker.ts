import '../../../lib/strict-csp.ts';
import { Verifier } from './verifier.ts';
import type { ToWorker } from './worker-messages.ts';

const verifier = new Verifier((message) => postMessage(message));
addEventListener('message', ({ data }: MessageEvent<ToWorker>) => verifier.onMessage(data));
