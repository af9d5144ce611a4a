import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterAll(() => site.close());

interface Side {
  texts: string[];
  unread: number;
  listed: boolean;
  spent: number;
}

/** A plain model of the state that three members should see after any sequence of actions. */
class Model {
  readonly sides = new Map<string, Side>();
  readonly spent = new Map<number, number>();
  readonly free = new Map<number, number>();

  side(member: number, other: number): Side {
    const key = `${member}/${other}`;
    if (!this.sides.has(key)) this.sides.set(key, { texts: [], unread: 0, listed: false, spent: 0 });
    return this.sides.get(key)!;
  }

  send(from: number, to: number, text: string) {
    const free = this.free.get(from) ?? 0;
    const gift = text === 'gift';
    const price = gift ? GIFT : free < 5 ? 0 : 1;
    if (!gift && price === 0) this.free.set(from, free + 1);
    this.spent.set(from, (this.spent.get(from) ?? 0) + price);
    this.side(from, to).spent += price;
    for (const side of [this.side(from, to), this.side(to, from)]) {
      side.texts.push(text);
      side.listed = true;
    }
    this.side(to, from).unread++;
  }

  /**
   * The sender deletes a message. Both sides that still have it show a tombstone. Unread counts and charges
   * stay.
   */
  delete(from: number, to: number, text: string) {
    for (const side of [this.side(from, to), this.side(to, from)])
      side.texts = side.texts.map((entry) => (entry === text ? 'deleted' : entry));
  }

  find(member: number, sought: string): string[] {
    return [...this.sides.entries()]
      .filter(([key, { listed }]) => listed && key.startsWith(`${member}/`))
      .flatMap(([, { texts }]) =>
        texts.filter((text) => sought.split(' ').every((word) => text.includes(word))),
      );
  }

  read(member: number, other: number) {
    this.side(member, other).unread = 0;
  }

  remove(member: number, other: number) {
    Object.assign(this.side(member, other), { texts: [], unread: 0, listed: false });
  }
}

const CREDITS = 300;
const GIFT = 5;
const who = fc.constantFrom(0, 1, 2);
const act = fc.record({
  kind: fc.constantFrom('send', 'send', 'send', 'gift', 'repeat', 'read', 'remove', 'delete'),
  from: who,
  to: who,
});

test('matches order, unread counts, lists, badges and balances of a plain model after random actions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
      const people = await Promise.all([0, 1, 2].map(() => site.person({ premium: true, credits: CREDITS })));
      const model = new Model();
      const conversations = new Map<string, number>();
      const said = new Map<string, { id: number; text: string }>();
      let last: { from: Person; body: Record<string, unknown> } | null = null;

      for (const [step, { kind, from, to }] of acts.entries()) {
        const [one, other] = [people[from]!, people[to]!];
        if (one === other) continue;
        const pair = [one.id, other.id].toSorted().join();
        if (kind === 'send' || kind === 'gift') {
          const text = kind === 'gift' ? 'gift' : `step ${step} of ${one.id}`;
          last = {
            from: one,
            body: {
              profile: other.id,
              client_id: randomUUID(),
              ...(kind === 'gift' ? { gift: 'rose' } : { text }),
            },
          };
          const { status, body } = await one.call('send', { body: last.body });
          expect(status).toBe(201);
          conversations.set(pair, body.conversation.id);
          model.send(one.id, other.id, text);
          if (kind === 'send') said.set(`${one.id}/${other.id}`, { id: body.message.id, text });
        } else if (kind === 'delete' && said.has(`${one.id}/${other.id}`)) {
          const { id, text } = said.get(`${one.id}/${other.id}`)!;
          expect((await one.call('deleteMessage', { body: { message: id } })).status).toBe(200);
          model.delete(one.id, other.id, text);
        } else if (kind === 'repeat' && last) {
          expect((await last.from.call('send', { body: last.body })).status).toBe(201);
        } else if (kind === 'read') {
          await one.call('chat', { query: { profile: other.id } });
          model.read(one.id, other.id);
        } else if (kind === 'remove' && conversations.has(pair)) {
          await one.call('deleteChat', { body: { conversation: conversations.get(pair) } });
          model.remove(one.id, other.id);
        }
      }

      for (const one of people) {
        const { chats } = (await one.call('chats')).body;
        const user = (await one.call('user')).body;
        const others = people.filter((other) => other !== one);
        const listed = others.filter((other) => model.side(one.id, other.id).listed);
        expect(chats.map(({ profile }) => profile.id).toSorted()).toEqual(
          listed.map(({ id }) => id).toSorted(),
        );
        for (const chat of chats)
          expect(chat.num_unread_messages).toBe(model.side(one.id, chat.profile.id).unread);
        expect(user.unread_messages).toBe(
          others.reduce((sum, other) => sum + model.side(one.id, other.id).unread, 0),
        );
        expect(user.credits).toBe(CREDITS - (model.spent.get(one.id) ?? 0));
        expect(user.spent_this_month).toBe(model.spent.get(one.id) ?? 0);
        for (const word of ['step', `of ${people[0]!.id}`]) {
          const found = (await one.call('searchChats', { body: { text: word } })).body;
          if (!found.next)
            expect(found.messages.map(({ text }: { text: string }) => text).toSorted()).toEqual(
              model.find(one.id, word).toSorted(),
            );
        }
        for (const other of others) {
          const { messages, conversation } = (await one.call('chat', { query: { profile: other.id } })).body;
          expect(
            messages.map(({ kind, text }: { kind: string; text: string | null }) => text ?? kind),
          ).toEqual(model.side(one.id, other.id).texts);
          expect(conversation?.credits_spent ?? 0).toBe(model.side(one.id, other.id).spent);
        }
      }
    }),
    { numRuns: 15 },
  );
  await site.ledgerAddsUp();
}, 120_000);

test('shows members who write simultaneously the same order and correct unread counts', async () => {
  const people = await Promise.all(
    Array.from({ length: 6 }, () => site.person({ premium: true, credits: 200 })),
  );
  const pairs = people.flatMap((from) => people.filter((to) => to !== from).map((to) => [from, to] as const));
  // Each member waits for a reply before the next message, as the web client's outbox does. All thirty pairs
  // run concurrently.
  await Promise.all(
    pairs.map(async ([from, to]) => {
      for (let i = 0; i < 6; i++) expect((await from.say(to, `${from.id} ${i}`)).status).toBe(201);
    }),
  );
  for (const [one, other] of pairs) {
    const { chats } = (await one.call('chats')).body;
    expect(chats.find(({ profile }) => profile.id === other.id)!.num_unread_messages).toBe(6);
  }
  for (const [one, other] of pairs) {
    const [mine, theirs] = await Promise.all([
      one.call('chat', { query: { profile: other.id } }),
      other.call('chat', { query: { profile: one.id } }),
    ]);
    const texts = (answer: typeof mine) => answer.body.messages.map(({ text }) => text);
    expect(texts(mine)).toEqual(texts(theirs));
    expect(texts(mine).filter((text) => text?.startsWith(`${one.id} `))).toEqual(
      Array.from({ length: 6 }, (_, i) => `${one.id} ${i}`),
    );
  }
  await site.ledgerAddsUp();
}, 60_000);
