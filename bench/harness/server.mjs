// A server as an operator starts it, without the rate limits for visitors.
import { startServer as start } from '../../scripts/lib/server-process.mjs';

export const ADMIN = { username: 'admin', password: 'correct-horse' };

export function startServer(env, options) {
  const settings = { ADMIN_PASSWORD: ADMIN.password, PUBLIC_SUBMITS_PER_MINUTE: '0' };
  return start({ env: { LOG_LEVEL: 'fatal', ...settings, ...env }, ...options });
}
