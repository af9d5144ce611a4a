import type { FastifyInstance, FastifyReply } from 'fastify';
import { localePath, type Locale } from '#contract/lists/locales.ts';
import { accountOf } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { readUnsubscribe, unsubscribe, UNSUBSCRIBE_PATH } from './unsubscribe.ts';

interface Asked {
  Querystring: { token?: string };
}

/**
 * Unsubscribes from mails that can be switched off. Mail programs POST a form in one click (RFC 8058) and
 * need only a 200; people who follow the link see the settings. A GET changes nothing, since mail scanners
 * follow links too.
 */
export function unsubscribeRoutes(http: FastifyInstance, app: App): void {
  http.post<Asked>(UNSUBSCRIBE_PATH, async (request) => {
    const asked = readUnsubscribe(app, request.query.token ?? '');
    if (!asked) throw refuse('link_expired');
    await unsubscribe(app, asked);
    return { ok: true };
  });

  http.get<Asked>(UNSUBSCRIBE_PATH, async (request, reply): Promise<FastifyReply> => {
    const { token = '' } = request.query;
    const asked = readUnsubscribe(app, token);
    const member = asked && (await accountOf(app.db, asked.member));
    const path = localePath((member?.language ?? 'nl') as Locale, '/notifications');
    return reply.redirect(
      asked ? `${path}?unsubscribe=${encodeURIComponent(token)}&type=${asked.type}` : path,
      302,
    );
  });
}
