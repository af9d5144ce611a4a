import { hideableCardFields } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { settingsOf } from '../site-settings/index.ts';
import type { Viewer } from './sql-pieces.ts';

/** A member (null for a visitor) as somebody who looks at others on the site of `host`; the default site where nobody asks by HTTP. */
export async function viewerOf<Id extends number | null>(app: Pick<App, 'db' | 'parts'>, id: Id, host?: string | null): Promise<Viewer<Id>> {
  const { member_resell, visible_profile_fields } = await settingsOf(app, host ?? undefined);
  return { id, resell: member_resell, hides: hideableCardFields.filter((field) => !visible_profile_fields.includes(field)) };
}
