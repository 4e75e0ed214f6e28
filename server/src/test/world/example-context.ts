import type { TestApi } from './api.ts';
import type { Client } from './client.ts';

/** Where examples of calls are made. */
export interface World {
  api: TestApi;
  /** An active event. */
  eventId: string;
  /** Who will call, for calls about their own account and those that they confirm with their password. */
  caller?: Client;
}

export type Body = Record<string, unknown>;

/** With what a call succeeds, as far as its row and the names of its parameters do not say it. */
export interface Input {
  /** By name; what is missing is created. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** A valid body, every time a different one where that matters. */
  body?: () => Body;
  client?: Client;
}

export type Prepare = (world: World) => Input | Promise<Input>;

/**
 * Examples by the names of their calls. A second one of the same call adds words to its name. The status is stated
 * where these servers refuse the call.
 */
export type Examples = Record<string, Prepare | { status: number; prepare?: Prepare }>;

export const ofEvent: Prepare = ({ eventId }) => ({ query: { eventId } });
