import pg from 'pg';
import { itemAt } from '#contract/must.ts';
import { drive, noted, requestOf, type Load } from '../http-load.ts';
import { limit, limitName } from '../limit.ts';
import { LONG, readersOf, type Readers } from '../readers.ts';
import { referenceOf, type ReferenceName } from '../reference.ts';
import { alternate } from '../rounds.ts';
import type { Recorded } from '../statements.ts';
import { createTurns } from '../turns.ts';
import type { Bench, Outcome } from '../workload.ts';

const CONNECTIONS = 16;

type ReadName = Exclude<ReferenceName, 'search' | 'search-region'>;

interface Read {
  title: string;
  members(readers: Readers): number[];
  requests(readers: Readers, index: number): { method: string; path: string; body?: unknown }[];
  values(
    readers: Readers,
    index: number,
    client: pg.Client,
  ): Record<string, unknown> | Promise<Record<string, unknown>>;
}

const FIRST = { before: Number.MAX_SAFE_INTEGER, above: 0 };
const DAYS = 180;

const reads: Record<ReadName, Read> = {
  chats: {
    title: 'the chat list: 100 of 120 conversations',
    members: ({ members }) => members,
    requests: () => [{ method: 'GET', path: '/api/chats.php' }],
    values: ({ members }, index) => ({ ...FIRST, me: members[index], excerpt: 160, limit: 101, days: DAYS }),
  },
  conversation: {
    title: `opening a conversation of ${LONG.toLocaleString('en')} messages`,
    members: ({ talkers }) => talkers,
    requests: ({ conversation }) => [{ method: 'GET', path: `/api/chat.php?conversation=${conversation}` }],
    values: ({ talkers, conversation }, index) => ({
      ...FIRST,
      me: talkers[index],
      conversation,
      limit: 51,
      days: DAYS,
    }),
  },
  likes: {
    title: 'received likes, a page of 24 of 200',
    members: ({ members }) => members,
    requests: () => [{ method: 'GET', path: '/api/likes.php?type=received' }],
    values: async ({ members }, index, client) => {
      const values = { me: members[index], limit: 25, people: [] as number[] };
      const likers = itemAt(referenceOf('likes', values), 0);
      const { rows } = await client.query<{ profile: string }>(likers.text, likers.values);
      return { ...values, people: rows.slice(0, 24).map((row) => Number(row.profile)) };
    },
  },
  match: {
    title: 'a like that is a match, and its end',
    members: ({ members }) => members,
    requests: ({ admirers }, index) =>
      ['POST', 'DELETE'].map((method) => ({
        method,
        path: '/api/like.php',
        body: { profile: admirers[index] },
      })),
    values: ({ members, admirers }, index) => {
      const [me, other] = [itemAt(members, index), itemAt(admirers, index)];
      const job = {
        task: 'like-notification',
        payload: JSON.stringify({ liker: me, liked: other, match: true }),
        run_at: null,
        attempts: 5,
      };
      return {
        ...job,
        me,
        other,
        both: [me, other],
        pair: `pair ${me}:${other}`,
        job_key: `like ${me} ${other}`,
      };
    },
  },
  totals: {
    title: 'unread totals: GET user.php',
    members: ({ members }) => members,
    requests: () => [{ method: 'GET', path: '/api/user.php' }],
    values: ({ members }, index) => ({ me: members[index], mine: [members[index]] }),
  },
};

export const readNames = Object.keys(reads) as ReadName[];

/** C5: a read of the chat and likes screens, compared with the frozen reference run by the limit loop. */
export const read =
  (name: ReadName) =>
  async ({ database, site, members, rounds, seconds, warmUp }: Bench): Promise<Outcome> => {
    const { title, ...what } = reads[name];
    const readers = await readersOf(database.url, members);
    const cookies = await site.sessions(what.members(readers));
    const requestsOf = (index: number) =>
      what
        .requests(readers, index)
        .map(({ method, path, body }) =>
          requestOf(
            method,
            path,
            itemAt(cookies, index),
            body === undefined ? undefined : JSON.stringify(body),
          ),
        );
    const requests = cookies.map((_, index) => requestsOf(index));
    const steps = itemAt(requests, 0).length;
    const turnOf = createTurns(CONNECTIONS);
    const load = async (limits: Pick<Load, 'seconds' | 'requests'>, connections = CONNECTIONS) => {
      const result = await drive({
        port: site.port,
        connections,
        status: 200,
        next: (connection) =>
          itemAt(itemAt(requests, connection % cookies.length), turnOf(connection) % steps),
        ...limits,
      });
      if (result.refused > 0) throw new Error(`${result.refused} requests of ${name} were refused.`);
      return { ...result, done: result.done / steps };
    };

    await load({ seconds: 60, requests: 64 * steps }); // sessions, settings and presence are cached now and need no statements
    const operations = await plainOperations(database.url, readers, name, cookies.length);
    let step = 0;
    const ours = await site.recording(() =>
      drive({
        port: site.port,
        connections: 1,
        status: 200,
        seconds: 5,
        requests: steps,
        next: () => itemAt(itemAt(requests, 0), step++),
      }),
    );
    await load({ seconds: 60, requests: warmUp });
    await limit(database.url, operations, CONNECTIONS, 3);
    const all = await alternate(
      {
        name: `site, ${name}`,
        async run(time) {
          const result = await load({ seconds: time });
          return noted(result);
        },
      },
      { name: limitName(), run: (time) => limit(database.url, operations, CONNECTIONS, time) },
      () => ({ server: site.pid, postgres: database.postmaster }),
      { rounds, seconds },
    );
    return {
      id: `C5 ${name}`,
      title: `Reads of the chat: ${title}`,
      goal: members >= 1_000_000 ? '>= 0.9' : '>= 1.0, stretch 1.5',
      rounds: all,
      notes: [
        `The reference runs ${itemAt(operations, 0).length} statements an operation, the site ${ours.length}; ${CONNECTIONS} connections, one request at a time each.`,
      ],
      statements: ours.filter(({ text }) => !/^\s*(?:begin|commit|start transaction)/i.test(text)),
    };
  };

async function plainOperations(
  url: string,
  readers: Readers,
  name: ReadName,
  members: number,
): Promise<Recorded[][]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const operations: Recorded[][] = [];
    for (let index = 0; index < members; index++)
      operations.push(referenceOf(name, await reads[name].values(readers, index, client)));
    return operations;
  } finally {
    await client.end();
  }
}
