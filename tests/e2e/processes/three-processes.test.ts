import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { openStream } from '#support/chat-site.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';
import { redisProgram, startRedis, type TestRedis } from '#support/services/redis/redis.ts';

interface Member {
  id: number;
  cookie: string;
}
type Stream = Awaited<ReturnType<typeof openStream>>;

describe.skipIf(!redisProgram)('three web processes', () => {
  let redis: TestRedis;
  /** Runs the database and the jobs, and serves no requests. */
  let worker: RunningSite;
  let webs: RunningSite[];
  let anna: Member;
  let bram: Member;

  beforeAll(async () => {
    redis = await startRedis();
    worker = await startSite({ REDIS_URL: redis.url });
    const databaseUrl = worker.databaseUrl();
    const common = { REDIS_URL: redis.url, SECRET: worker.secret(), DATABASE_URL: databaseUrl };
    webs = await Promise.all([1, 2, 3].map(() => startSite({ ...common, ROLE: 'web', DEMO_MEMBERS: '0' })));
    // Each logs in at a different process. The sessions are valid at all of them.
    [anna, bram] = await Promise.all([logIn(webs[0]!, 'anna'), logIn(webs[1]!, 'bram')]);
    const database = new pg.Client(databaseUrl);
    await database.connect();
    await database.query('update members set paid_user = true');
    for (const { id } of [anna, bram])
      await database.query(`select book_credits($1, 'operator_grant', 200, 'granted', $2, null)`, [
        id,
        randomUUID(),
      ]);
    await database.end();
  });
  afterAll(async () => {
    await Promise.all((webs ?? []).map((web) => web.remove()));
    await worker?.remove();
    await redis?.kill();
  });

  async function logIn(web: RunningSite, login: string): Promise<Member> {
    const answer = await fetch(`${web.url}/api/user.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: emailOf(login), password: demoPassword }),
    });
    const { id } = (await answer.json()) as { id: number };
    const cookie = answer.headers
      .getSetCookie()
      .find((line) => line.startsWith('auth='))!
      .split(';')[0]!;
    return { id, cookie };
  }

  async function say(web: RunningSite, from: Member, to: Member, text: string): Promise<void> {
    const answer = await fetch(`${web.url}/api/chat.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: from.cookie },
      body: JSON.stringify({ profile: to.id, client_id: randomUUID(), text }),
    });
    expect([answer.status, text]).toEqual([201, text]);
  }

  const textsOf = ({ events }: Stream) =>
    events.filter(({ name }) => name === 'message').map(({ data }) => data.message.text as string);
  const lastIdOf = ({ events }: Stream) => events.findLast(({ name }) => name === 'message')!.id!;

  /** Waits until messages sent through every process reach every stream. */
  async function joined(streams: Stream[], from: Member, to: Member): Promise<void> {
    for (const [index, web] of webs.entries()) {
      await expect
        .poll(
          async () => {
            const word = `word ${index} ${randomUUID()}`;
            await say(web, from, to, word);
            await new Promise((resolve) => setTimeout(resolve, 500));
            return streams.every((stream) => textsOf(stream).includes(word));
          },
          { interval: 100 },
        )
        .toBe(true);
    }
  }

  test('delivers messages live across processes, in order and exactly once per device', async () => {
    const [one, two, three] = webs as [RunningSite, RunningSite, RunningSite];
    const streams = await Promise.all([
      openStream(one.url, anna),
      openStream(two.url, bram),
      openStream(three.url, bram),
    ]);
    await joined(streams, anna, bram);
    const before = streams.map((stream) => textsOf(stream).length);
    const said: string[] = [];
    for (let round = 1; round <= 5; round++) {
      for (const [web, from, to] of [
        [one, anna, bram],
        [two, bram, anna],
        [three, anna, bram],
        [one, bram, anna],
      ] as const) {
        const text = `round ${round}, ${from === anna ? 'Anna' : 'Bram'} at process ${webs.indexOf(web)}`;
        said.push(text);
        await say(web, from, to, text);
      }
    }
    for (const stream of streams) await stream.next('message', ({ message }) => message.text === said.at(-1));
    await expect
      .poll(() => streams.map((stream, index) => textsOf(stream).slice(before[index]).toSorted()))
      .toEqual(streams.map(() => said.toSorted()));
    for (const stream of streams) stream.close();
  });

  test('resumes the streams of a killed process in another one without a gap', async () => {
    const [one, two, three] = webs as [RunningSite, RunningSite, RunningSite];
    const streams = await Promise.all([openStream(one.url, anna), openStream(two.url, bram)]);
    await joined(streams, anna, bram);
    const [, cut] = streams as [Stream, Stream];
    await two.kill();
    await cut.ended();
    const last = lastIdOf(cut);
    const missed = ['missed 1', 'missed 2', 'missed 3'];
    for (const text of missed) await say(one, anna, bram, text);

    const again = await openStream(three.url, bram, last);
    await again.next('message', ({ message }) => message.text === 'missed 3');
    await say(one, anna, bram, 'live again');
    await again.next('message', ({ message }) => message.text === 'live again');
    // The last events before the kill may be delivered again, because the browser drops known ids. Nothing
    // newer is delivered twice.
    expect(textsOf(again).filter((text) => [...missed, 'live again'].includes(text))).toEqual([
      ...missed,
      'live again',
    ]);
    expect(new Set(textsOf(again)).size).toBe(textsOf(again).length);

    await two.start();
    const back = await openStream(two.url, bram, lastIdOf(again));
    await joined([back, again], anna, bram);
    for (const stream of [...streams, again, back]) stream.close();
  });

  test('ends a session in all processes', async () => {
    const [one, two] = webs as [RunningSite, RunningSite];
    const guest = await logIn(one, 'anna');
    const stream = await openStream(two.url, guest);
    expect(stream.status).toBe(200);
    expect((await fetch(`${one.url}/api/logout.php`, { headers: { cookie: guest.cookie } })).status).toBe(
      200,
    );
    await stream.ended();
    expect((await fetch(`${two.url}/api/user.php`, { headers: { cookie: guest.cookie } })).status).toBe(403);
  });
});
