import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A page whose module is loaded when it is opened; `name` is the module's export. */
export function lazyPage<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}
