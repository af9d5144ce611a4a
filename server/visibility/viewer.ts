import { hiddenFields } from '#contract/profile-fields.ts';
import type { App } from '../platform/app.ts';
import { settingsOf } from '../site-settings/index.ts';
import type { Viewer } from './sql-pieces.ts';

/** The viewer (null for a visitor) on the site at `host`. Without a host, the main site's settings apply. */
export async function viewerOf<Id extends number | null>(
  app: Pick<App, 'db' | 'parts'>,
  id: Id,
  host?: string | null,
): Promise<Viewer<Id>> {
  const settings = await settingsOf(app, host ?? undefined);
  return {
    id,
    resell: settings.member_resell,
    hides: hiddenFields(settings),
  };
}
