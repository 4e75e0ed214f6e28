import type { TextPart } from '@drawbridge/contract/languages/texts';
import { type ComponentType, type FunctionComponent, lazy } from 'react';
import { usePartHydrated } from './api/initial-data.ts';
import { loadTexts } from './texts/texts.ts';

/** The props of an export that is a component. */
export type PropsOf<Export> = Export extends ComponentType<infer Props> ? Props : never;

/** A page whose module and texts are loaded when it is shown. The name is that of the module's export. */
export function lazyPage<Name extends string, Module extends Record<Name, unknown>>(
  load: () => Promise<Module>,
  name: Name,
  ...texts: TextPart[]
): FunctionComponent<PropsOf<Module[Name]>> {
  type Page = ComponentType<PropsOf<Module[Name]>>;
  return lazy(async () => {
    const [module] = await Promise.all([load(), loadTexts(...texts)]);
    // The sentences that the module has asked for itself.
    await loadTexts();
    return { default: module[name] as Page };
  });
}

/**
 * A part of a page, loaded when it is shown. The server leaves it out: it renders without waiting, so React would
 * report an error on every page with a part that the server has not loaded yet.
 */
export function lazyPart<Name extends string, Module extends Record<Name, unknown>>(
  load: () => Promise<Module>,
  name: Name,
  ...texts: TextPart[]
): FunctionComponent<PropsOf<Module[Name]>> {
  const Part = lazyPage(load, name, ...texts) as FunctionComponent<object>;
  const HydratedPart: FunctionComponent<object> = (props) =>
    usePartHydrated() && <Part {...props} />;
  return HydratedPart as FunctionComponent<PropsOf<Module[Name]>>;
}

/** An optional part of a page: if it cannot be loaded, nothing is shown in its place. */
export function optionalPart<Name extends string, Module extends Record<Name, unknown>>(
  load: () => Promise<Module>,
  name: Name,
  ...texts: TextPart[]
): FunctionComponent<PropsOf<Module[Name]>> {
  const nothing = { [name]: () => null } as unknown as Module;
  return lazyPart(() => load().catch(() => nothing), name, ...texts);
}
