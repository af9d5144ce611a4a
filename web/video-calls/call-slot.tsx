import { Suspense, useEffect, useState } from 'react';
import { tabStorage } from '#web/page/browser-storage.ts';
import { useLiveEvent } from '#web/session/live-events.ts';
import { useApi, useSettings } from '#web/session/use-session.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { CALL_DEVICE, WANTED_EVENT } from './call-keys.ts';

const VideoCalls = lazyPart(() => import('./video-calls.tsx'));

/** A call may ring already when the page opens. The page itself comes first. */
const ASK_AFTER_MS = 2000;

/** Loads the calls with the first one: an invitation, the member's own, or one that a reload interrupted. */
export function CallSlot() {
  const [needed, setNeeded] = useState(false);
  const need = () => setNeeded(true);
  const api = useApi();
  const { video_calls } = useSettings();
  useLiveEvent('video_call', need);
  useEffect(() => {
    addEventListener(WANTED_EVENT, need);
    return () => removeEventListener(WANTED_EVENT, need);
  }, []);
  useEffect(() => {
    if (!video_calls) return;
    const isHeld = tabStorage.get(CALL_DEVICE) !== null;
    const timer = setTimeout(
      () => {
        if (isHeld) return need();
        api.call('currentVideoCall').then(
          ({ call }) => call && need(),
          () => {},
        );
      },
      isHeld ? 0 : ASK_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [api, video_calls]);
  return (
    needed && (
      <Suspense>
        <VideoCalls />
      </Suspense>
    )
  );
}
