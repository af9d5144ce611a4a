import type { App } from '../platform/app.ts';

/** Hears of a member who opened another's profile. */
type Listener = (viewer: number, profile: number) => Promise<unknown>;

const listeners = new WeakMap<App['events'], Listener[]>();

/** Modules above this one say at assembly what else an opened profile means to them (likes: the new-like flag is cleared). */
export function whenProfileOpened({ events }: Pick<App, 'events'>, listener: Listener): void {
  listeners.set(events, [...(listeners.get(events) ?? []), listener]);
}

/** Tells them, and waits until all have done what they do. */
export async function profileWasOpened({ events }: Pick<App, 'events'>, viewer: number, profile: number): Promise<void> {
  await Promise.all((listeners.get(events) ?? []).map((listener) => listener(viewer, profile)));
}
