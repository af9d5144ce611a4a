import { defaultLocale } from '#contract/lists/locales.ts';
import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { offeredGifts } from './gifts.ts';

export const giftHandlers = (app: App) =>
  handlers({
    async gifts({ query }, call) {
      const { gift_credits } = await settingsOf(app, call.host);
      return offeredGifts(app, gift_credits, {
        all: query?.all,
        language: query?.language ?? call.locale ?? defaultLocale,
      });
    },
  });
