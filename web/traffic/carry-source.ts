import { useEffect } from 'react';
import { isFromSomewhere, readTrafficSource, type TrafficSource } from '#contract/rules/traffic-rules.ts';
import { useLocation } from '#web/router/hooks.ts';
import { useUser } from '#web/session/use-session.ts';
import { withSource } from './source-in-address.ts';

let current: TrafficSource = {};

export function currentSource(): TrafficSource {
  if (!isFromSomewhere(current)) current = readTrafficSource(location.search);
  return current;
}

/**
 * Keeps a visitor's traffic source in the URL on every navigation, so that a reload does not lose it. Nothing
 * is stored.
 */
export function CarrySource() {
  const user = useUser();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const source = currentSource();
    if (user || !isFromSomewhere(source) || isFromSomewhere(readTrafficSource(location.search))) return;
    const address = location.pathname + location.search + location.hash;
    history.replaceState(history.state, '', withSource(address, source));
  }, [user, pathname, search]);
  return null;
}
