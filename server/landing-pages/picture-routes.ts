import type { FastifyInstance } from 'fastify';
import { castOf } from '#contract/lists/landing-cast.ts';
import { isLander, nicheOf } from '#contract/rules/landing-rules.ts';
import { isLocale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { answerError } from '../platform/http/answers.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf, siteOf } from '../site-settings/index.ts';
import { pagePicture } from './picture.ts';
import { slugContent } from './slugs.ts';

/** `/og/<lander>/<slug>.png?l=<language>`: the picture that other sites show with a link to a page. `/og/site/1.png` is that of every other page. */
export function registerPictures(http: FastifyInstance, app: App): void {
  const asked = app.limits.limit('page pictures', { points: 120, seconds: 600 });
  http.get<{ Params: { lander: string; file: string }; Querystring: { l?: string } }>(
    '/og/:lander/:file',
    { errorHandler: answerError },
    async (request, reply) => {
      const { lander, file } = request.params;
      if (!file.endsWith('.png') || !(isLander(lander) || lander === 'site')) throw refuse('not_found');
      const wait = await asked.take(request.ip);
      if (wait !== null) throw refuse('too_many_requests', undefined, wait);
      const [settings, { host }] = await Promise.all([settingsOf(app, request.hostname), siteOf(app, request.hostname)]);
      const language = isLocale(request.query.l) && settings.languages.includes(request.query.l) ? request.query.l : settings.domain_language;
      const content = await slugContent(app.db, { slug: lander === 'site' ? undefined : file.slice(0, -4), niche: settings.niche, host, language });
      const picture = await pagePicture({
        site: settings.name,
        headline: content.headline.replace(/<\/?em>/g, ''),
        lead: content.lead,
        imagery: content.imagery,
        faces: castOf(nicheOf(content.slug, settings.niche))
          .slice(0, 3)
          .map(({ file }) => file),
      });
      return reply.type('image/png').header('cache-control', 'public, max-age=86400').header('x-content-type-options', 'nosniff').send(picture);
    },
  );
}
