import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb';
import { OUTBOX, type OutboxLead } from './outbox-rules.ts';

interface OutboxSchema extends DBSchema {
  leads: { key: string; value: OutboxLead };
  /** The latest server responses that the screen needs without a network, by user and URL. */
  answers: { key: string; value: { key: string; body: unknown } };
}

/** Raise it with every change of the schema, and add a step to `upgrade`. */
const VERSION = 1;

let opened: Promise<IDBPDatabase<OutboxSchema>> | undefined;

function open(): Promise<IDBPDatabase<OutboxSchema>> {
  opened ??= openDB<OutboxSchema>(OUTBOX, VERSION, {
    upgrade(db) {
      db.createObjectStore('leads', { keyPath: 'id' });
      db.createObjectStore('answers', { keyPath: 'key' });
    },
    // A newer version of the app in another tab wants to change the schema; this tab opens it again later.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated: () => {
      opened = undefined;
    },
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Runs with the database, and retries once if the browser had closed it in the meantime. */
async function withDatabase<T>(use: (db: IDBPDatabase<OutboxSchema>) => Promise<T>): Promise<T> {
  try {
    return await use(await open());
  } catch (error) {
    const closed = error instanceof DOMException && error.name === 'InvalidStateError';
    if (!closed) throw error;
    opened = undefined;
    return use(await open());
  }
}

/** Resolves when the transaction is complete, and fails with the first error. */
function write<Name extends StoreNames<OutboxSchema>, T>(
  name: Name,
  durability: IDBTransactionDurability,
  work: (store: IDBPTransaction<OutboxSchema, [Name], 'readwrite'>['store']) => Promise<T>,
): Promise<T> {
  return withDatabase(async (db) => {
    const tx = db.transaction(name, 'readwrite', { durability });
    // An aborted transaction rejects this as well as the step that failed.
    tx.done.catch(() => {});
    const result = await work(tx.store);
    await tx.done;
    return result;
  });
}

/** All leads on this device, of every user. */
export function listLeads(): Promise<OutboxLead[]> {
  return withDatabase((db) => db.getAll('leads'));
}

/** Resolves when the lead is on the disk. */
export function addLead(lead: OutboxLead): Promise<string> {
  return write('leads', 'strict', (leads) => leads.put(lead));
}

/**
 * Replaces a lead by the result of `change`, and deletes it for undefined. Other tabs cannot come between reading and
 * writing. Returns the new lead.
 */
export function changeLead(
  id: string,
  change: (lead: OutboxLead | undefined) => OutboxLead | undefined,
): Promise<OutboxLead | undefined> {
  return write('leads', 'strict', async (leads) => {
    const stored = await leads.get(id);
    const next = change(stored);
    if (stored && next?.id !== id) await leads.delete(id);
    if (next) await leads.put(next);
    return next;
  });
}

export async function storeResponse(userId: string, url: string, body: unknown): Promise<void> {
  await write('answers', 'relaxed', (answers) => answers.put({ key: `${userId} ${url}`, body }));
}

export function forgetAnswers(): Promise<void> {
  return write('answers', 'relaxed', (answers) => answers.clear());
}

export function storedResponse(userId: string, url: string): Promise<unknown> {
  return withDatabase(async (db) => (await db.get('answers', `${userId} ${url}`))?.body);
}
