import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messagePrice, pricesFor } from '#contract/rules/chat-rules.ts';
import { startChatSite, type ChatSite } from '#support/chat-site.ts';
import { storeMessages } from './store-messages.ts';

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterAll(() => site.close());

test('charges exactly the displayed price, for each kind, number of free messages and price', async () => {
  const recipient = await site.person();
  for (const kind of ['text', 'image', 'voice', 'gift'] as const) {
    for (const used of [0, 1, 4, 5, 6]) {
      for (const settings of [
        { message_credits: 1, photo_credits: 3, voice_credits: 2, gift_credits: 5, free_messages: 5 },
        { message_credits: 2, photo_credits: 0, voice_credits: 0, gift_credits: 7, free_messages: 0 },
        { message_credits: 0, photo_credits: 4, voice_credits: 6, gift_credits: 1, free_messages: 1 },
      ]) {
        const sender = await site.person({ credits: 50 });
        await site.db
          .updateTable('members')
          .set({ free_messages_used: used })
          .where('id', '=', sender.id)
          .execute();
        const full = pricesFor(settings, settings.free_messages);
        const [stored] = await storeMessages(site.db, [
          {
            sender: sender.id,
            conversation: null,
            profile: recipient.id,
            clientId: randomUUID(),
            kind,
            text: kind === 'text' ? 'Hi' : null,
            gift: kind === 'gift' ? 'rose' : null,
            image: null,
            intimateConfirmed: false,
            replyTo: null,
            prompt: null,
            photo: null,
            likes: false,
            price: full[kind],
            freeMessages: settings.free_messages,
            freeConversations: 100,
            ageCountries: '',
            verificationRule: 'off',
          },
        ]);
        const shown = messagePrice(kind, pricesFor(settings, used));
        expect(stored, `${kind}, ${used} used, ${JSON.stringify(settings)}`).toMatchObject({
          code: null,
          price: shown,
          credits: 50 - shown,
        });
      }
    }
  }
});
