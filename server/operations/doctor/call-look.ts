import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/config.ts';
import { sitesOf } from '../../site-settings/index.ts';

/** Whether the sites that offer calls have a TURN server. */
export async function lookAtCalls({ app }: { app: App }, { turn }: Pick<Config, 'turn'>): Promise<string> {
  const offering = [...(await sitesOf(app)).values()]
    .filter(({ settings }) => settings.video_calls)
    .map(({ host }) => host);
  if (offering.length === 0) return 'no site offers them';
  if (!turn)
    throw new Error(
      `have no TURN server, so that nobody can call on ${offering.join(', ')}: set TURN_URLS and TURN_SECRET, or turn "Video dates and voice calls" off in the office, under Settings.`,
    );
  return `through ${turn.urls.join(', ')} on ${offering.join(', ')}`;
}
