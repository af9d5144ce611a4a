import { randomUUID } from 'node:crypto';
import type { testApp } from '../app.ts';
import type { Client } from '../client.ts';
import { browserOf, plant, plantWithBrowser } from '../members.ts';

export function complaintCalls(site: ReturnType<typeof testApp>) {
  let colleagues = 0;
  async function operatorOf(roles: string[]): Promise<Client> {
    const id = await plant(site, { name: `Olga${++colleagues}` });
    await site.db.updateTable('members').set({ roles }).where('id', '=', id).execute();
    return browserOf(site, id);
  }

  const complain = async (client: Client, about: object, text = 'This is not right') =>
    (
      await client.must('complaint', {
        body: { category: 'harassment', text, client_id: randomUUID(), ...about },
      })
    ).id;

  async function talk(text = 'You will be sorry') {
    const [anna, bram] = [await plantWithBrowser(site), await plantWithBrowser(site, { gender: 'male' })];
    const { message, conversation } = await bram.must('send', {
      body: { profile: anna.memberId, client_id: randomUUID(), text },
    });
    return { anna, bram, message: message.id, conversation: conversation.id };
  }

  return { operatorOf, complain, talk };
}
