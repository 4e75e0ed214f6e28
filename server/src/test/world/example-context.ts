import type { TestApi } from './api.ts';
import type { Client } from './client.ts';

/** The context in which examples of calls are made. */
export interface World {
  api: TestApi;
  /** An active event. */
  eventId: string;
  /** The caller of calls about their own account, and of calls confirmed with their password. */
  caller?: Client;
}

export type Body = Record<string, unknown>;

/** The input with which a call succeeds, as far as its row and the names of its parameters do not imply it. */
export interface Input {
  /** The path parameters by name; missing ones are created. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Returns a valid body, a different one every time where that matters. */
  body?: () => Body;
  client?: Client;
}

export type Prepare = (world: World) => Input | Promise<Input>;

/**
 * Examples by the names of their calls. A second one of the same call adds words to the name. The status is given if
 * these servers refuse the call.
 */
export type Examples = Record<string, Prepare | { status: number; prepare?: Prepare }>;

export const withEventId: Prepare = ({ eventId }) => ({ query: { eventId } });
