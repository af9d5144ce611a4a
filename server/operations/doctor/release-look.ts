import { askForRelease, isNewer } from '../../office/index.ts';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/config.ts';
import { version } from '../../platform/environment.ts';
import { Warning } from './examine.ts';

/** Asks RELEASES_URL now, so that the office shows its answer as well. */
export async function lookAtRelease({ app }: { app: App }, config: Config): Promise<string> {
  const { releasesUrl } = config;
  if (releasesUrl === null) return `${version}; RELEASES_URL is not set, so nobody looks for newer ones`;
  const newest = await askForRelease({ db: app.db, config }, releasesUrl).catch((error: Error) => {
    throw new Warning(`${version}; the newest is unknown`, { cause: error });
  });
  if (isNewer(newest, version))
    throw new Warning(
      `${version}, and ${newest} is out: read its notes and install it (docs/operate/upgrade.md).`,
    );
  return `${version}, the newest`;
}
