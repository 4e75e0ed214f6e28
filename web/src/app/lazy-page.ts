import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A page that is loaded when somebody goes there, by the name under which its module exports it. */
export function lazyPage<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}
