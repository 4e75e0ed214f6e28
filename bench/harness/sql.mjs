import sql, { raw } from 'sql-template-tag';
import { connect } from '../../server/dist/db/client.js';

/** The server's own pool, as a tag that runs the statement written after it. */
export function connectSql(target, options) {
  const db = connect(target, options);
  const tag = (strings, ...values) => db.query(sql(strings, ...values));
  return Object.assign(tag, db, { unsafe: (text) => db.query(raw(text)) });
}
