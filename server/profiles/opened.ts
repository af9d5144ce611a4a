import type { App } from '../platform/app.ts';

type Listener = (viewer: number, profile: number) => Promise<unknown>;

declare module '../platform/app.ts' {
  interface Parts {
    profileListeners: Listener[];
  }
}

/**
 * Registers a listener for opened profiles. Modules on higher floors call it at start-up; for example,
 * `likes` clears the new-like flag.
 */
export function whenProfileOpened({ parts }: Pick<App, 'parts'>, listener: Listener): void {
  parts.profileListeners.push(listener);
}

export async function profileWasOpened(
  { parts }: Pick<App, 'parts'>,
  viewer: number,
  profile: number,
): Promise<void> {
  await Promise.all(parts.profileListeners.map((listener) => listener(viewer, profile)));
}
