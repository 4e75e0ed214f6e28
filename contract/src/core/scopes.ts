import { english } from '../languages/english.ts';

/** The permissions of a token. Tokens never draw, verify or manage accounts. */
export const scopes = english({
  'leads:read': 'Read leads with their answers, count them and export them',
  'leads:write': 'Add, change, import and delete leads',
  'events:read': 'Read events with their figures, questions, prizes and sponsors',
  'events:write': 'Create and change events, questions, prizes and sponsors',
  'draws:read': 'Read draws and winners',
  'webhooks:write': 'Add, change and delete its own webhooks, for data it may read',
});

export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];
