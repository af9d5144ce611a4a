import type { App } from '../platform/app.ts';

/** Hears of a member who opened another's profile. */
type Listener = (viewer: number, profile: number) => Promise<unknown>;

declare module '../platform/app.ts' {
  interface Parts {
    profileListeners: Listener[];
  }
}

/** Modules above this one say at assembly what else an opened profile means to them (likes: the new-like flag is cleared). */
export function whenProfileOpened({ parts }: Pick<App, 'parts'>, listener: Listener): void {
  parts.profileListeners.push(listener);
}

/** Tells them, and waits until all have done what they do. */
export async function profileWasOpened({ parts }: Pick<App, 'parts'>, viewer: number, profile: number): Promise<void> {
  await Promise.all(parts.profileListeners.map((listener) => listener(viewer, profile)));
}
