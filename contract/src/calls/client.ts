import type { z } from 'zod';
import type { ParamsOf } from '../core/params.ts';
import type { calls } from './all.ts';

// The types of the call table for clients: types alone, so that no schema becomes part of a page. Each row has an entry
// of its own, so that the compiler looks only at the rows that are used.

type Row = (typeof calls)[keyof typeof calls];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Split<Route, M extends Method> = Route extends `${M} ${infer Path}` ? Path : never;
/** The paths that have a call with this method. */
export type Path<M extends Method> = Split<Row['route'], M>;

type Params<Route> = keyof ParamsOf<Route> extends never ? object : { params: ParamsOf<Route> };
// No `extends z.ZodType` check here: it would dominate compile time.
type Query<R> = R extends { query: infer Schema }
  ? object extends z.input<Schema>
    ? { query?: z.input<Schema> }
    : { query: z.input<Schema> }
  : object;
type Body<R> = R extends { body: infer Schema } ? { body: z.input<Schema> } : object;

type Inputs = { [R in Row as R['route']]: Params<R['route']> & Query<R> & Body<R> };
type Responses = { [R in Row as R['route']]: z.output<R['responses'][keyof R['responses']]> };

/** The input of a call. */
export type RequestOf<M extends Method, P extends Path<M>> = Inputs[`${M} ${P}` & keyof Inputs];
/** The response of a call. */
export type ResponseOf<M extends Method, P extends Path<M>> = Responses[`${M} ${P}` &
  keyof Responses];

type First<Schema> = Schema extends { options: readonly [infer One, ...unknown[]] } ? One : Schema;
type AdminResponses = {
  [R in Row as R['route']]: z.output<First<R['responses'][keyof R['responses']]>>;
};
/** The response of a call to administrators. A row whose response depends on the role lists the smaller one last. */
export type AdminResponse<M extends Method, P extends Path<M>> = AdminResponses[`${M} ${P}` &
  keyof AdminResponses];
