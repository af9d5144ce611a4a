import type { Locale } from '#contract/lists/locales.ts';
import { chanceOf, type Chance } from './chance.ts';
import type { DemoPerson } from './person.ts';
import { texts, voiced } from './texts.ts';

/** Places in the population array stand for members until they have ids. */
export type Like = { liker: number; liked: number; minutesAgo: number; seen: boolean };
export type Conversation = { starter: number; other: number; lines: { by: number; text: string; minutesAgo: number }[]; unread: number };

/** The free limits that the seeds keep to (docs/product.md 6.3, 10.1). */
const freeMessages = 5;
const freeConversations = 2;

const wants = (a: DemoPerson, b: DemoPerson) => a.genderSought === null || a.genderSought === b.gender;

/** Whether two members could be interested in one another. */
export const compatible = (a: DemoPerson, b: DemoPerson) => wants(a, b) && wants(b, a) && Math.abs(a.age - b.age) <= 6 + Math.min(a.age, b.age) / 5;

/**
 * Likes between compatible members, nearer ones first. Only real, confirmed
 * members like: the site never invents interest of a fictional profile.
 */
export function drawLikes(people: readonly DemoPerson[]): Like[] {
  const chance = chanceOf('likes');
  const given = new Set<string>();
  const likes: Like[] = [];
  const add = (liker: number, liked: number, minutesAgo: number, seen: boolean) => {
    const key = `${liker} ${liked}`;
    if (given.has(key)) return;
    given.add(key);
    likes.push({ liker, liked, minutesAgo, seen });
  };
  // Anna has liked Bram and waits: his like makes the first match that a reader of the README sees.
  const [anna, bram] = ['anna', 'bram'].map((login) => people.findIndex((person) => person.login === login)) as [number, number];
  if (anna >= 0 && bram >= 0) {
    add(anna, bram, 55, false);
    given.add(`${bram} ${anna}`);
  }
  people.forEach((person, i) => {
    if (person.kind !== 'member' || !person.confirmed) return;
    for (const j of chance.sample(nearby(chance, people, i), person.login ? chance.int(5, 9) : chance.int(0, 5))) {
      const newest = Math.min(person.signupDaysAgo, people[j]!.signupDaysAgo) * 1440;
      const minutesAgo = Math.min(newest, Math.floor(30_000 * chance.next() ** 2) + 3);
      add(i, j, minutesAgo, chance.holds(0.6));
      const back = people[j]!;
      if (back.kind === 'member' && back.confirmed && chance.holds(person.login ? 0.5 : 0.3))
        add(j, i, Math.max(1, Math.floor(minutesAgo * chance.next())), chance.holds(0.5));
    }
  });
  return likes;
}

/** Conversations between members who like each other, in a language both write. Free members stay within the free limits. */
export function drawConversations(people: readonly DemoPerson[], likes: readonly Like[]): Conversation[] {
  const chance = chanceOf('conversations');
  const liked = new Set(likes.map((like) => `${like.liker} ${like.liked}`));
  // Free people with a login keep a conversation and a few messages for whoever tries the demo.
  const written = people.map((person) => (person.login ? { conversations: 1, messages: 3 } : { conversations: 0, messages: 0 }));
  const conversations: Conversation[] = [];
  for (const { liker, liked: other, minutesAgo } of likes) {
    if (liker > other && liked.has(`${other} ${liker}`)) continue; // the pair is met from its other side
    if (!liked.has(`${other} ${liker}`) || people[liker]!.language !== people[other]!.language) continue;
    if (!people[liker]!.login && !people[other]!.login && !chance.holds(0.5)) continue;
    const [starter, answerer] = chance.holds(0.5) ? [liker, other] : [other, liker];
    const lines = linesOf(chance, people[starter]!.language, [starter, answerer], people, minutesAgo);
    // Whoever logs in finds somebody waiting for an answer, more often than not.
    if (people[lines.at(-1)!.by]!.login && lines.length > 2 && chance.holds(0.7)) lines.pop();
    const count = (who: number) => lines.filter((line) => line.by === who).length;
    const within = (who: number) =>
      count(who) === 0 || people[who]!.premium || (written[who]!.conversations < freeConversations && written[who]!.messages + count(who) <= freeMessages);
    if (!within(starter) || !within(answerer)) continue;
    for (const who of [starter, answerer]) {
      if (count(who) === 0) continue;
      written[who]!.conversations++;
      written[who]!.messages += count(who);
    }
    const last = lines.at(-1)!.by;
    const trailing = lines.length - lines.findLastIndex((line) => line.by !== last) - 1;
    conversations.push({ starter, other: answerer, lines, unread: chance.holds(people[last]!.login ? 0.4 : 0.6) ? trailing : 0 });
  }
  return conversations;
}

function linesOf(chance: Chance, language: Locale, [a, b]: [number, number], people: readonly DemoPerson[], likedMinutesAgo: number): Conversation['lines'] {
  const dialogue = chance.pick(texts[language].dialogues);
  const lines = dialogue.slice(0, chance.int(Math.min(3, dialogue.length), dialogue.length));
  const start = Math.max(lines.length * 4, Math.floor(likedMinutesAgo * (0.3 + 0.6 * chance.next())));
  // Answers come within minutes, or the next morning; the last line at the latest a minute ago.
  let at = start;
  return lines.map((text, i) => {
    const by = i % 2 === 0 ? a : b;
    const line = { by, text: voiced(text, people[by]!.gender), minutesAgo: Math.max(lines.length - i, at) };
    at -= chance.holds(0.8) ? chance.int(1, 40) : chance.int(300, 800);
    return line;
  });
}

function nearby(chance: Chance, people: readonly DemoPerson[], i: number): number[] {
  const person = people[i]!;
  const near: number[] = [];
  const far: number[] = [];
  people.forEach((other, j) => {
    if (i === j || !other.confirmed || other.invisible || !compatible(person, other)) return;
    (other.language === person.language ? near : far).push(j);
  });
  return [...chance.sample(near, 12), ...chance.sample(far, near.length > 6 ? 1 : 4)];
}
