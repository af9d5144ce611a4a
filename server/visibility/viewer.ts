import type { App } from '../platform/app.ts';
import { settingsOf } from '../site-settings/index.ts';
import type { Viewer } from './sql-pieces.ts';

/** A member (null for a visitor) as somebody who looks at others on the site of `host`; the default site where nobody asks by HTTP. */
export async function viewerOf<Id extends number | null>(app: Pick<App, 'db' | 'events'>, id: Id, host?: string | null): Promise<Viewer<Id>> {
  return { id, resell: (await settingsOf(app, host ?? undefined)).member_resell };
}
