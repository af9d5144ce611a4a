import type { FastifyInstance } from 'fastify';
import { castOf } from '#contract/lists/landing-cast.ts';
import { isLandingDesign } from '#contract/lists/landing-designs.ts';
import { isLocale } from '#contract/lists/locales.ts';
import { nicheOf } from '#contract/rules/landing-rules.ts';
import type { App } from '../platform/app.ts';
import { answerError } from '../platform/http/answers.ts';
import { refuse } from '../platform/http/refusal.ts';
import { networkOf } from '../platform/http/request-line.ts';
import { enforce } from '../platform/limits.ts';
import { settingsOf, siteOf } from '../site-settings/index.ts';
import { pagePicture } from './picture.ts';
import { slugContent } from './slugs.ts';

/**
 * `/og/<lander>/<slug>.png?l=<language>`: the Open Graph image of a landing page. All other pages use
 * `/og/site/1.png`.
 */
export function registerPictures(http: FastifyInstance, app: App): void {
  const limit = app.limits.limit('page pictures', { points: 120, seconds: 600 });
  http.get<{ Params: { lander: string; file: string }; Querystring: { l?: string } }>(
    '/og/:lander/:file',
    { errorHandler: answerError },
    async (request, reply) => {
      const { lander, file } = request.params;
      if (!file.endsWith('.png') || !(isLandingDesign(lander) || lander === 'site'))
        throw refuse('not_found');
      await enforce(limit, networkOf(request.ip));
      const [settings, { host }] = await Promise.all([
        settingsOf(app, request.hostname),
        siteOf(app, request.hostname),
      ]);
      const language =
        isLocale(request.query.l) && settings.languages.includes(request.query.l)
          ? request.query.l
          : settings.domain_language;
      const content = await slugContent(app.db, {
        slug: lander === 'site' ? undefined : file.slice(0, -4),
        niche: settings.niche,
        host,
        language,
      });
      const picture = await pagePicture({
        site: settings.name,
        headline: content.headline.replace(/<\/?em>/g, ''),
        lead: content.lead,
        imagery: content.imagery,
        faces: castOf(nicheOf(content.slug, settings.niche), isLandingDesign(lander) ? lander : null)
          .slice(0, 3)
          .map(({ file }) => file),
      });
      return reply
        .type('image/png')
        .header('cache-control', 'public, max-age=86400')
        .header('x-content-type-options', 'nosniff')
        .send(picture);
    },
  );
}
