import { defaultLocale } from '#contract/lists/locales.ts';
import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { withdraw } from './withdraw.ts';
import { withdrawableOrders } from './withdrawable.ts';

export const withdrawalHandlers = (app: App) =>
  handlers({
    withdrawals: (_input, { member }) => withdrawableOrders(app, member.memberId),

    async withdraw({ body }, call) {
      const { id, name, email, order } = body;
      const memberId = call.member?.memberId ?? null;
      return withdraw(app, {
        id,
        name,
        email,
        order,
        memberId,
        locale: body.language ?? call.locale ?? defaultLocale,
        host: call.host,
      });
    },
  });
