import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterAll(() => site.close());

/** One side of a conversation as a plain model keeps it. */
interface Side {
  texts: (string | null)[];
  unread: number;
  listed: boolean;
}

/** What three people should see, whatever they do. */
class Model {
  readonly sides = new Map<string, Side>();
  readonly spent = new Map<number, number>();
  readonly free = new Map<number, number>();

  side(member: number, other: number): Side {
    const key = `${member}/${other}`;
    if (!this.sides.has(key)) this.sides.set(key, { texts: [], unread: 0, listed: false });
    return this.sides.get(key)!;
  }

  send(from: number, to: number, text: string) {
    const free = this.free.get(from) ?? 0;
    if (free < 5) this.free.set(from, free + 1);
    else this.spent.set(from, (this.spent.get(from) ?? 0) + 1);
    for (const side of [this.side(from, to), this.side(to, from)]) {
      side.texts.push(text);
      side.listed = true;
    }
    this.side(to, from).unread++;
  }

  read(member: number, other: number) {
    this.side(member, other).unread = 0;
  }

  remove(member: number, other: number) {
    Object.assign(this.side(member, other), { texts: [], unread: 0, listed: false });
  }
}

const CREDITS = 100;
const who = fc.constantFrom(0, 1, 2);
const act = fc.record({ kind: fc.constantFrom('send', 'send', 'send', 'repeat', 'read', 'remove'), from: who, to: who });

test('whatever three people do in whatever order: order, unread counts, lists, badges and balances are those of a plain model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
      const people = await Promise.all([0, 1, 2].map(() => site.person({ premium: true, credits: CREDITS })));
      const model = new Model();
      const conversations = new Map<string, number>();
      let last: { from: Person; body: Record<string, unknown> } | null = null;

      for (const [step, { kind, from, to }] of acts.entries()) {
        const [one, other] = [people[from]!, people[to]!];
        if (one === other) continue;
        const pair = [one.id, other.id].toSorted().join();
        if (kind === 'send') {
          last = { from: one, body: { profile: other.id, client_id: randomUUID(), text: `step ${step}` } };
          const { status, body } = await one.call('POST', '/api/chat.php', last.body);
          expect(status).toBe(201);
          conversations.set(pair, body.conversation.id);
          model.send(one.id, other.id, `step ${step}`);
        } else if (kind === 'repeat' && last) {
          expect((await last.from.call('POST', '/api/chat.php', last.body)).status).toBe(201);
        } else if (kind === 'read') {
          await one.call('GET', `/api/chat.php?profile=${other.id}`);
          model.read(one.id, other.id);
        } else if (kind === 'remove' && conversations.has(pair)) {
          await one.call('DELETE', '/api/chat.php', { conversation: conversations.get(pair) });
          model.remove(one.id, other.id);
        }
      }

      for (const one of people) {
        const { chats } = (await one.call('GET', '/api/chats.php')).body;
        const user = (await one.call('GET', '/api/user.php')).body;
        const others = people.filter((other) => other !== one);
        const listed = others.filter((other) => model.side(one.id, other.id).listed);
        expect(chats.map(({ profile }: { profile: { id: number } }) => profile.id).toSorted()).toEqual(listed.map(({ id }) => id).toSorted());
        for (const chat of chats) expect(chat.num_unread_messages).toBe(model.side(one.id, chat.profile.id).unread);
        expect(user.unread_messages).toBe(others.reduce((sum, other) => sum + model.side(one.id, other.id).unread, 0));
        expect(user.credits).toBe(CREDITS - (model.spent.get(one.id) ?? 0));
        for (const other of others) {
          const { messages } = (await one.call('GET', `/api/chat.php?profile=${other.id}`)).body;
          expect(messages.map(({ text }: { text: string }) => text)).toEqual(model.side(one.id, other.id).texts);
        }
      }
    }),
    { numRuns: 15 },
  );
  await site.ledgerAddsUp();
}, 120_000);

test('members who write to each other at once see the same order, and each unread count is what was not read', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => site.person({ premium: true, credits: 200 })));
  const pairs = people.flatMap((from) => people.filter((to) => to !== from).map((to) => [from, to] as const));
  // Each waits for the answer before the next, as the web client's outbox does; all thirty pairs at once.
  await Promise.all(
    pairs.map(async ([from, to]) => {
      for (let i = 0; i < 6; i++) expect((await from.say(to, `${from.id} ${i}`)).status).toBe(201);
    }),
  );
  for (const [one, other] of pairs) {
    const { chats } = (await one.call('GET', '/api/chats.php')).body;
    expect(chats.find(({ profile }: { profile: { id: number } }) => profile.id === other.id).num_unread_messages).toBe(6);
  }
  for (const [one, other] of pairs) {
    const [mine, theirs] = await Promise.all([one.call('GET', `/api/chat.php?profile=${other.id}`), other.call('GET', `/api/chat.php?profile=${one.id}`)]);
    const texts = (answer: typeof mine) => answer.body.messages.map(({ text }: { text: string }) => text);
    expect(texts(mine)).toEqual(texts(theirs));
    expect(texts(mine).filter((text: string) => text.startsWith(`${one.id} `))).toEqual(Array.from({ length: 6 }, (_, i) => `${one.id} ${i}`));
  }
  await site.ledgerAddsUp();
}, 60_000);
