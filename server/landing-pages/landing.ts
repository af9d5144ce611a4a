import type { Landing } from '#contract/landing-pages.ts';
import type { LandingDesign } from '#contract/lists/landing-designs.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { nicheOf } from '#contract/rules/landing-rules.ts';
import type { App } from '../platform/app.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { profileCard } from '../profiles/index.ts';
import { settingsOf, siteOf } from '../site-settings/index.ts';
import { assertVisible, viewerOf } from '../visibility/index.ts';
import { slugContent } from './slugs.ts';

/** The welcome discount in percent (docs/product.md 9.1). */
const WELCOME_PERCENTAGE = 25;

interface Asked {
  lander: LandingDesign;
  slug: string | undefined;
  profile: number | undefined;
  language: Locale;
  host: string;
  mayLook: boolean;
  isTested: boolean;
}

/**
 * GET /api/landing.php: the content of a landing page. `profile` is a member only if the site shows members
 * to visitors, this member is visible to them and has consented (`show_on_landing_pages`). Otherwise it is
 * null, and the page shows a labelled example.
 */
export async function landing(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  { lander, slug, profile, language, host, mayLook, isTested }: Asked,
): Promise<Landing> {
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
    ...(isTested && { tested: true }),
  };
}

async function agreedMember(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  id: number,
  host: string,
): Promise<ProfileCard | null> {
  const viewer = await viewerOf(app, null, host);
  try {
    await assertVisible(app.db, viewer, id, 'approached');
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  const agreed = await app.db
    .selectFrom('profiles')
    .where('id', '=', id)
    .where('show_on_landing_pages', '=', true)
    .select('id')
    .executeTakeFirst();
  return agreed ? profileCard(app, viewer, id) : null;
}
