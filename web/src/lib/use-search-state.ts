import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';

/** Browsers refuse more than about ten changes of the address per second, and typing can be faster. */
const INTERVAL_MS = 200;

/**
 * State that is kept in the query of the page's address, so that it survives a reload and can be shared.
 * `read` and `write` translate it; following a link to another query changes the state.
 */
export function useSearchState<State>(
  read: (search: string) => State,
  write: (state: State) => string,
): [State, Dispatch<SetStateAction<State>>] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [state, setState] = useState(() => read(search));
  /** The query that the state has been read from or written to. */
  const known = useRef(search);
  const lastWrite = useRef(0);
  const text = write(state);

  useEffect(() => {
    if (search === known.current) return;
    known.current = search;
    setState(read(search));
  }, [search, read]);

  useEffect(() => {
    if (text === write(read(known.current))) return;
    const put = () => {
      known.current = text;
      lastWrite.current = Date.now();
      navigate(text ? `${path}?${text}` : path, { replace: true, state: history.state });
    };
    const wait = lastWrite.current + INTERVAL_MS - Date.now();
    if (wait <= 0) return put();
    const timer = setTimeout(put, wait);
    return () => clearTimeout(timer);
  }, [text, path, navigate, read, write]);

  return [state, setState];
}
