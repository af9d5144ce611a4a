import type { OfficeNotices } from '#contract/office/notices.ts';
import type { App } from '../platform/app.ts';
import { postgresOf } from '../platform/database/postgres-releases.ts';
import { version } from '../platform/environment.ts';
import { isNewer } from './releases/is-newer.ts';
import { storedRelease } from './releases/stored-release.ts';

export async function officeNotices({ db, config }: Pick<App, 'db' | 'config'>): Promise<OfficeNotices> {
  const newest = config.releasesUrl === null ? null : await storedRelease(db);
  const { running, fix } = await postgresOf(db);
  return {
    release: newest !== null && isNewer(newest, version) ? { running: version, newest } : null,
    postgres: fix && { running, ...fix, embedded: config.database.url === null },
  };
}
