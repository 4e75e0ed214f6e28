import { randomUUID } from 'node:crypto';
import {
  IMPORT_CHUNK_MAX,
  type ImportCommit,
  importState,
} from '@drawbridge/contract/collecting/imports';
import { type AdminLead, adminLead } from '@drawbridge/contract/collecting/leads';
import { expect } from 'vitest';
import { z } from 'zod';
import { newAdministrator } from '../checks/callers.ts';
import { standstill } from '../fakes/until-blocked.ts';
import type { TestApi } from './api.ts';
import type { Client } from './client.ts';
import { createEvent, newContact } from './fixtures.ts';

export type Contact = { name: string; phone: string; email?: string | null; chances?: number };

export const contacts = (count: number) => Array.from({ length: count }, newContact);

/** Imports into a new event by a separate administrator, so that tests do not cancel each other's imports. */
export class TestImports {
  readonly admin: Client;
  readonly eventId: string;
  readonly #api: TestApi;

  private constructor(api: TestApi, admin: Client, eventId: string) {
    this.#api = api;
    this.admin = admin;
    this.eventId = eventId;
  }

  static async prepare(api: TestApi, fields: Record<string, unknown> = {}): Promise<TestImports> {
    const { id } = await createEvent(api.admin, fields);
    return new TestImports(api, await newAdministrator(api), id);
  }

  start(id: string = randomUUID()) {
    return this.admin.post('/api/imports', { id, eventId: this.eventId });
  }

  sendRows(id: string, rows: Contact[], from = 1) {
    return this.admin.post(`/api/imports/${id}/rows`, {
      rows: rows.map((contact, index) => ({ row: from + index, ...contact })),
    });
  }

  /** Starts an import and sends all its rows. */
  async stage(rows: Contact[]): Promise<string> {
    const { id } = (await this.start()).as(importState);
    for (let from = 0; from < rows.length; from += IMPORT_CHUNK_MAX) {
      const response = await this.sendRows(id, rows.slice(from, from + IMPORT_CHUNK_MAX), from + 1);
      expect(response.status, response.text).toBe(200);
    }
    return id;
  }

  commit(
    id: string,
    rows: number,
    duplicates: ImportCommit['duplicates'] = 'import',
    withErrors?: number,
  ) {
    return this.admin.post(`/api/imports/${id}/commit`, { rows, duplicates, withErrors });
  }

  /** Commits, and runs `work` while the commit is blocked from saving its progress, after its first batch. */
  async holdCommit(id: string, rows: number, work: () => Promise<unknown>) {
    return this.#api.sql.begin(async (tx) => {
      await tx`select from imports where id = ${id} for update`;
      const response = this.commit(id, rows);
      await standstill(this.#api.sql, [response]);
      await work();
      return { response };
    });
  }

  cancel(id: string) {
    return this.admin.delete(`/api/imports/${id}`);
  }

  async leads(): Promise<AdminLead[]> {
    return (await this.#api.admin.get(`/api/leads?eventId=${this.eventId}`)).as(z.array(adminLead));
  }

  async countStaged(id: string): Promise<number> {
    const [row] = await this.#api.sql<[{ count: number }]>`
      select count(*)::int as count from import_rows where import_id = ${id}`;
    return row.count;
  }
}
