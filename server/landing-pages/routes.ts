import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { rememberTrafficSource } from '../site-settings/index.ts';
import { recordVisit } from './record-visit.ts';

/** A day is the longest that a page can have been read. */
const MAX_SECONDS = 24 * 3600;

/** tracking.php and the page-hidden beacon (docs/product.md 7). Neither keeps who it was. */
export const landingPagesHandlers = (app: App) =>
  handlers({
    async tracking({ body }, call) {
      const { lander, slug, ...source } = body;
      rememberTrafficSource(call, source);
      await recordVisit(app.db, { lander, slug, network: source.network });
      return null;
    },

    async pageHidden({ body }) {
      if (body.lander !== undefined) await recordVisit(app.db, { ...body, seconds: Math.min(body.seconds ?? 0, MAX_SECONDS) });
      return null;
    },
  });
