import '../../../lib/device/strict-csp.ts';
import { expose } from 'comlink';
import { Verifier } from './verifier.ts';

expose(new Verifier());
