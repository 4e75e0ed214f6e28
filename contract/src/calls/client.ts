import type { z } from 'zod';
import type { calls } from './all.ts';
import type { ParamsOf } from './params.ts';

// What clients know of the table of calls: types alone, so that no schema becomes part of a page.

type Row = (typeof calls)[keyof typeof calls];
type Rows = { [R in Row as R['route']]: R };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Split<Route, M extends Method> = Route extends `${M} ${infer Path}` ? Path : never;
/** The paths that take a method. */
export type Path<M extends Method> = Split<keyof Rows, M>;

type Call<M extends Method, P extends Path<M>> = Rows[`${M} ${P}` & keyof Rows];

type Params<P> = keyof ParamsOf<P> extends never ? object : { params: ParamsOf<P> };
type Query<C> = C extends { query: z.ZodType }
  ? object extends z.input<C['query']>
    ? { query?: z.input<C['query']> }
    : { query: z.input<C['query']> }
  : object;
type Body<C> = C extends { body: z.ZodType } ? { body: z.input<C['body']> } : object;

/** What a call takes. */
export type Input<M extends Method, P extends Path<M>> = Params<P> &
  Query<Call<M, P>> &
  Body<Call<M, P>>;

type AnswersOf<C> = C extends { answers: infer A } ? A[keyof A] : never;
/** What a call answers. */
export type Answer<M extends Method, P extends Path<M>> = z.output<
  Extract<AnswersOf<Call<M, P>>, z.ZodType>
>;
