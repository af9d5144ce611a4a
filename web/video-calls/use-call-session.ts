import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveEvent } from '#web/session/live-events.ts';
import { useApi } from '#web/session/use-session.ts';
import { WANTED_EVENT } from './call-keys.ts';
import { CallSession } from './call-session.ts';
import { takeWantedCall } from './wanted-call.ts';

export function useCallSession() {
  const api = useApi();
  const [session] = useState(() => new CallSession(api));
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot);
  useEffect(() => {
    session.rejoin().catch(() => {});
    return () => session.dispose();
  }, [session]);
  useLiveEvent('video_call', () => void session.refresh().catch(() => {}));
  return { session, snapshot };
}

/** The call that the member chose in a menu, until the dialog closes. */
export function useWantedCall() {
  const [wanted, setWanted] = useState(takeWantedCall);
  useEffect(() => {
    const take = () => setWanted(takeWantedCall());
    addEventListener(WANTED_EVENT, take);
    return () => removeEventListener(WANTED_EVENT, take);
  }, []);
  return { wanted, setWanted };
}
