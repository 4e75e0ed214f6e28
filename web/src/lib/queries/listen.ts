interface Events extends WindowEventMap, DocumentEventMap {
  // The router's own events.
  pushState: Event;
  replaceState: Event;
}

type Handlers = { [Type in keyof Events]?: (event: Events[Type]) => unknown };

/** Calls the handlers of a target's events until the returned function is called. */
export function listen(
  target: EventTarget | null | undefined,
  handlers: Handlers,
  options?: AddEventListenerOptions,
): () => void {
  const listeners = Object.entries(handlers) as [string, EventListener][];
  for (const [type, listener] of listeners) target?.addEventListener(type, listener, options);
  return () => {
    for (const [type, listener] of listeners) target?.removeEventListener(type, listener, options);
  };
}
