import type { CallReply } from '#contract/calls.ts';
import type { App } from '../platform/app.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { assertCallable, priceOf } from './assert-callable.ts';
import { freeSecondsFor } from './free-seconds.ts';
import { settleCallsOf } from './state/settle-calls-of.ts';

/** GET /api/video-call-offer.php: prices, and why the member cannot call the other now. */
export async function callOffer(
  app: Pick<App, 'config' | 'db' | 'events' | 'jobs' | 'parts'>,
  member: number,
  other: number,
  host: string,
): Promise<CallReply<'videoCallOffer'>> {
  const settings = await settingsOf(app, host);
  const viewer = await viewerOf(app, member, host);
  await settleCallsOf(app, [member, other]);
  const prices = {
    video_credits: priceOf(settings, 'video'),
    voice_credits: priceOf(settings, 'voice'),
  };
  const price = Math.min(prices.video_credits, prices.voice_credits);
  const refusal = await assertCallable(app, app.db, viewer, settings, { other, price }).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    },
  );
  const [free, { credits }] = await Promise.all([
    freeSecondsFor(app.db, member, other),
    app.db.selectFrom('members').select('credits').where('id', '=', member).executeTakeFirstOrThrow(),
  ]);
  return {
    available: refusal === null,
    reason: refusal?.code ?? null,
    params: refusal?.params ?? {},
    ...prices,
    free_seconds: free,
    minutes: settings.video_call_minutes,
    credits,
  };
}
