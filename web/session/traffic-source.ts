import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { readSource, withSource } from './source-in-address.ts';
import { useUser } from './use-session.ts';

export { readSource as sourceOf };

/** Where this page's visitor came from, as long as the page is open. */
let known: Record<string, string> = {};

/** The traffic source of the page, for signup; empty when there is none. */
export function knownSource(): Record<string, string> {
  if (Object.keys(known).length === 0) known = readSource(location.search);
  return known;
}

/** Keeps a visitor's traffic source in the address through every change of page, so that a reload does not lose it. Nothing is stored. */
export function CarrySource() {
  const user = useUser();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const source = knownSource();
    if (user || Object.keys(source).length === 0 || Object.keys(readSource(location.search)).length > 0) return;
    history.replaceState(history.state, '', withSource(location.pathname + location.search + location.hash, source));
  }, [user, pathname, search]);
  return null;
}
