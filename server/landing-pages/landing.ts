import type { Landing } from '#contract/calls/visitor-calls.ts';
import { type Lander, nicheOf } from '#contract/rules/landing-rules.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { profileCard } from '../profiles/index.ts';
import { settingsOf, siteOf } from '../site-settings/index.ts';
import { assertVisible, viewerOf } from '../visibility/index.ts';
import { slugContent } from './slugs.ts';

/** The welcome discount, per cent (docs/product.md 9). */
const WELCOME_PERCENTAGE = 25;

interface Asked {
  lander: Lander;
  slug: string | undefined;
  profile: number | undefined;
  language: Locale;
  host: string;
  /** Visitors may look at members here. */
  mayLook: boolean;
}

/**
 * GET /api/landing.php: what a landing page shows. A member is shown only where visitors may see members at all, this one
 * among them, and who agreed to it (`show_on_landing_pages`); for everybody else `profile` is null, whatever the reason, and
 * the page shows a labelled example.
 */
export async function landing(app: Pick<App, 'db' | 'events' | 'parts'>, { lander, slug, profile, language, host, mayLook }: Asked): Promise<Landing> {
  const [settings, site] = await Promise.all([settingsOf(app, host), siteOf(app, host)]);
  const [content, shown] = await Promise.all([
    slugContent(app.db, { slug, niche: settings.niche, host: site.host, language }),
    profile !== undefined && mayLook ? agreedMember(app, profile, host) : null,
  ]);
  return {
    lander,
    niche: nicheOf(content.slug, settings.niche),
    ...content,
    profile: shown,
    ...(content.offer === 'discount' && { percentage: WELCOME_PERCENTAGE }),
  };
}

/** The card of a member who is visible to visitors and agreed to be shown on landing pages. */
async function agreedMember(app: Pick<App, 'db' | 'events' | 'parts'>, id: number, host: string): Promise<ProfileCard | null> {
  try {
    await assertVisible(app.db, await viewerOf(app, null, host), id, 'approached');
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  const agreed = await app.db.selectFrom('profiles').where('id', '=', id).where('show_on_landing_pages', '=', true).select('id').executeTakeFirst();
  return agreed ? profileCard(app, null, id) : null;
}
