import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { explainFailure } from './failure.ts';

describe('the line for the operator', () => {
  it('names the file that cannot be used, and does not blame the database', async () => {
    const thisFile = fileURLToPath(import.meta.url);
    const missing = await readFile(`${thisFile}.none`).catch((error) => error);
    expect(explainFailure(missing)).toBe(
      `${thisFile}.none cannot be used: no such file or directory`,
    );
    const fileError = await readFile(`${thisFile}/x, y`).catch((error) => error);
    expect(explainFailure(fileError)).toBe(`${thisFile}/x, y cannot be used: not a directory`);
  });

  it('blames the database for a socket that is not there', async () => {
    const refused = await new Promise((done) =>
      connect('/nowhere/.s.PGSQL.5432').on('error', done),
    );
    expect(explainFailure(refused)).toMatch(/^The database cannot be reached: .*ENOENT/);
  });

  it.each([
    ['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', ''],
    ['unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', ''],
    [
      'no pg_hba.conf entry for host "10.0.0.1", user "a", database "b", no encryption',
      '08000',
      ': add sslmode=require to DATABASE_URL',
    ],
  ])('says that the database does not agree about TLS: %s', (message, code, remedy) => {
    expect(explainFailure(Object.assign(new Error(message), { code }))).toBe(
      `The database cannot be reached: ${message}${remedy}`,
    );
  });

  it('says why a database with several addresses cannot be reached', async () => {
    const addresses = [
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ];
    const refused = await new Promise((done) =>
      connect({
        host: 'somewhere',
        port: 1,
        autoSelectFamily: true,
        lookup: (_name, _options, found) => found(null, addresses),
      }).on('error', done),
    );
    expect(explainFailure(refused)).toBe('The database cannot be reached: ECONNREFUSED');
  });
});
