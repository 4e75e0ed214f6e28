import sql, { raw } from 'sql-template-tag';
import { connect } from '../../server/dist/db/client.js';

/** A template tag that runs its statement on the server's own pool. */
export function connectSql(target, options) {
  const db = connect(target, options);
  const tag = (strings, ...values) => db.query(sql(strings, ...values));
  return Object.assign(tag, db, { unsafe: (text) => db.query(raw(text)) });
}
