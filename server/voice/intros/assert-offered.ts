import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { settingsOf } from '../../site-settings/index.ts';

/** Throws `voice_intros_off` if the site has switched voice introductions off. */
export async function assertOffered(app: Pick<App, 'db' | 'parts'>, host: string): Promise<void> {
  if (!(await settingsOf(app, host)).voice_intros) throw refuse('voice_intros_off');
}
