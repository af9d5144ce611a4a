import { tabStorage } from '#web/page/browser-storage.ts';
import { CALL_DEVICE } from './call-keys.ts';

/** What the member has switched off in it. A reload must not switch it on again. */
const OFF = 'video-call-off';

export interface SwitchedOff {
  muted: boolean;
  cameraOff: boolean;
  /** The member answered a video date without a camera. */
  withoutCamera: boolean;
}

/** Null if this tab is in no call. */
export const callDevice = (): string | null => tabStorage.get(CALL_DEVICE);

export function holdCall(): string {
  const device = callDevice() ?? crypto.randomUUID();
  tabStorage.set(CALL_DEVICE, device);
  return device;
}

export function releaseCall(): void {
  tabStorage.remove(CALL_DEVICE);
  tabStorage.remove(OFF);
}

export function switchedOff(): SwitchedOff {
  const stored = tabStorage.get(OFF) ?? '';
  return {
    muted: stored.includes('m'),
    cameraOff: stored.includes('c'),
    withoutCamera: stored.includes('w'),
  };
}

export const rememberSwitchedOff = ({ muted, cameraOff, withoutCamera }: SwitchedOff): void =>
  tabStorage.set(OFF, `${muted ? 'm' : ''}${cameraOff ? 'c' : ''}${withoutCamera ? 'w' : ''}`);

let claim: { granted: Promise<boolean>; end: () => void } | null = null;

/** The page before a reload may hold the lock for a moment. */
const UNLOADED_MS = 3000;

/**
 * Claims the call for this tab; false if another tab has it. A duplicated tab copies the storage, and two tabs in one
 * call would disconnect each other.
 */
export function claimCall(): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  claim ??= requestClaim();
  return claim.granted;
}

function requestClaim() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const granted = new Promise<boolean>((resolve) => {
    navigator.locks
      .request('video-call', { signal: AbortSignal.timeout(UNLOADED_MS) }, () => {
        resolve(true);
        return ended;
      })
      .catch(() => resolve(false));
  });
  return { granted, end };
}

export function unclaimCall(): void {
  claim?.end();
  claim = null;
}
