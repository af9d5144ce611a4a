import type { App } from '../../platform/app.ts';
import { askForRelease } from './ask-for-release.ts';

/** A release server that is away is no reason to ask again the same day, or to alarm anybody. */
export async function askOnceADay(app: Pick<App, 'db' | 'config' | 'log'>): Promise<void> {
  const { releasesUrl } = app.config;
  if (releasesUrl === null) return;
  await askForRelease(app, releasesUrl).catch((error: Error) =>
    app.log.warn({ reason: error.message }, 'could not learn the newest release'),
  );
}
