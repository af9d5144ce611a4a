import { randomUUID } from 'node:crypto';
import { provideToAccounts } from './accounts/index.ts';
import { sendMessage, unreadOf } from './chat/index.ts';
import { grantCredits } from './credits/index.ts';
import { newLikesOf } from './likes/index.ts';
import { inheritBlocks, keepBlocks, rememberAddress } from './moderation/index.ts';
import type { App } from './platform/app.ts';
import { photoPart } from './photos/index.ts';
import { withdrawOnDeletion } from './payments/index.ts';
import { profileOf, providePhotos } from './profiles/index.ts';
import { viewerOf } from './visibility/index.ts';

/** Gives lower modules the parts of higher ones that they ask for, since imports go one way only. Called before the first request. */
export function connectModules(app: App): void {
  providePhotos(photoPart(app));
  provideToAccounts({
    ownProfile: (db, member) => profileOf(db, member, member),
    async totalsOf(db, member) {
      const [unread_messages, new_likes] = await Promise.all([unreadOf(db, member), newLikesOf(db, await viewerOf(app, member))]);
      return { unread_messages, new_likes };
    },
    async sendSignupMessage(member, { profile, text }) {
      await sendMessage(app, member, { profile, text, client_id: randomUUID() });
    },
    async grantSignupCredits(tx, member, credits) {
      await grantCredits(tx, { member, kind: 'signup', credits, key: 'signup' });
    },
    withdrawOnDeletion: (tx, member) => withdrawOnDeletion(app, tx, member),
    inheritBlocks: (tx, arrival) => inheritBlocks(tx, app.config.secret, arrival),
    rememberAddress: (tx, leaving) => rememberAddress(tx, app.config.secret, leaving),
    keepBlocks: (tx, member, emailKey) => keepBlocks(tx, app.config.secret, member, emailKey),
  });
}
