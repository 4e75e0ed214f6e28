// Exits with 0 while the server in the same container answers.
import { request as plain } from 'node:http';
import { request as encrypted } from 'node:https';

const { PORT = '3000', TLS_CERT_FILE } = process.env;
const request = TLS_CERT_FILE ? encrypted : plain;
const options = {
  host: '127.0.0.1',
  port: PORT || 3000,
  path: '/healthz',
  timeout: 4_000,
  // The certificate is for the name that visitors use.
  rejectUnauthorized: false,
};
request(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
  .end();
