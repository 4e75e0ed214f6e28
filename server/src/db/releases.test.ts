import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { restoreBackup } from '../backup/file.ts';
import { checkIntegrity } from '../backup/integrity.ts';
import { createDatabase } from '../test/database.ts';
import { connectSql } from '../test/sql.ts';
import { migrate } from './migrate.ts';

/*
 * `npm run release` keeps a small backup of every version. Each of them has to come up to today's version
 * with all that was in it.
 */
const directory = fileURLToPath(new URL('../test/releases/', import.meta.url));
const samples = readdirSync(directory);

describe('a database of an older version', () => {
  it('is there to be tried', () => expect(samples).not.toEqual([]));

  it.each(samples)('%s is migrated, and all its leads and draws are kept', async (sample) => {
    const database = await createDatabase('empty');
    const sql = connectSql(database.target, { max: 2 });
    await restoreBackup(sql, `${directory}${sample}`, undefined);
    const countAll = async () =>
      sql`select (select count(*)::int from leads) as leads, (select count(*)::int from prizes) as
        prizes, (select jsonb_agg(state order by number) from draws) as draws`;
    const before = await countAll();
    expect(before).toEqual([
      { leads: 12, prizes: 3, draws: ['drawn', 'forfeit', 'drawn', 'void', 'drawn', 'open'] },
    ]);

    await migrate(sql);
    expect(await countAll()).toEqual(before);
    const { checked, problems } = await checkIntegrity(sql);
    expect(problems).toEqual([]);
    expect(checked.at(-1)).toMatch(/^[5-9] draws, voids and forfeits of 1 events/);
    await sql.end();
    await database.drop();
  });
});
