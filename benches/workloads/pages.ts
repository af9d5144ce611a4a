import { Agent, request } from 'node:http';
import { itemAt } from '#contract/must.ts';
import { startPlain } from '../controls/plain.ts';
import { drive, noted, textOf } from '../http-load.ts';
import { alternate, type Round } from '../rounds.ts';
import type { Bench, Outcome } from '../workload.ts';

const CONNECTIONS = 16;

const BROWSER = {
  accept: 'text/html,application/xhtml+xml',
  'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/147.0 Mobile',
};

/**
 * P1: the members page, rendered for logged-in members, compared with plain React 19 rendering the markup of
 * one response of that page. Neither side compresses, so that only rendering is compared.
 */
export async function membersPage({
  database,
  site,
  members,
  rounds,
  seconds,
  warmUp,
}: Bench): Promise<Outcome> {
  const cookies = await site.sessions(
    Array.from({ length: CONNECTIONS }, (_, i) => 1 + i * Math.floor(members / CONNECTIONS)),
  );
  const asking = cookies.map((cookie) =>
    textOf('GET', '/en/members', { ...BROWSER, cookie: `auth=${cookie}` }),
  );
  const page = await answerOf(site.port, '/en/members', { cookie: `auth=${cookies[0]}` });
  const html = page.body.toString();
  if (!html.includes('/members/')) throw new Error(`The members page shows nobody: ${html.slice(0, 300)}`);
  const plain = await startPlain({ kind: 'react', html });
  try {
    const copy = await answerOf(plain.port, '/', {});
    const ours = (limits: { seconds: number; requests?: number }) =>
      drive({
        port: site.port,
        connections: CONNECTIONS,
        status: 200,
        next: (i) => itemAt(asking, i),
        ...limits,
      });
    const theirs = (limits: { seconds: number; requests?: number }) =>
      drive({
        port: plain.port,
        connections: CONNECTIONS,
        status: 200,
        next: () => textOf('GET', '/', BROWSER),
        ...limits,
      });
    await ours({ seconds: 60, requests: Math.min(warmUp, 1500) });
    await theirs({ seconds: 60, requests: Math.min(warmUp, 1500) });
    const all = await alternate(
      { name: 'GET /en/members', run: async (time) => said(await ours({ seconds: time })) },
      { name: 'plain React', run: async (time) => said(await theirs({ seconds: time })) },
      () => ({ server: site.pid, plain: plain.pid, postgres: database.postmaster }),
      { rounds, seconds },
    );
    const cost = (one: Round, group: string) => one.cpuPerOperation[group] ?? Number.NaN;
    return {
      id: 'P1',
      title: 'The members page beside plain React with the same markup',
      goal: '<= 2.5, stretch 2',
      rounds: all,
      figures: [
        {
          id: 'P1',
          goal: '<= 2.5, stretch 2',
          of: (mine, other) => cost(mine, 'server') / cost(other, 'plain'),
        },
      ],
      notes: [
        `P1 is the processor time of the server's process for each page over that of plain React. The page has ${kilobytes(page.body)}, its copy ${kilobytes(copy.body)}; ${CONNECTIONS} connections, one request at a time each.`,
      ],
      statements: [],
    };
  } finally {
    plain.stop();
  }
}

/**
 * P2: a page for a first-time visitor, compared with a bare server that serves the same bytes and headers
 * from memory.
 */
export const visitorPage =
  (what: string, path: string) =>
  async ({ database, site, rounds, seconds, warmUp }: Bench): Promise<Outcome> => {
    const headers = { ...BROWSER, 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'en' };
    const asking = textOf('GET', path, headers);
    const page = await answerOf(site.port, path, headers);
    const {
      connection: _connection,
      'keep-alive': _alive,
      'transfer-encoding': _encoding,
      ...same
    } = page.headers as Record<string, string>;
    const file = await startPlain({ kind: 'file', headers: same, body: page.body.toString('base64') });
    try {
      const load = (port: number, limits: { seconds: number; requests?: number }) =>
        drive({ port, connections: CONNECTIONS, status: 200, next: () => asking, ...limits });
      await load(site.port, { seconds: 60, requests: Math.min(warmUp, 2000) });
      await load(file.port, { seconds: 60, requests: Math.min(warmUp, 2000) });
      const all = await alternate(
        { name: `GET ${path}`, run: async (time) => said(await load(site.port, { seconds: time })) },
        { name: 'a file in memory', run: async (time) => said(await load(file.port, { seconds: time })) },
        () => ({ server: site.pid, file: file.pid, postgres: database.postmaster }),
        { rounds, seconds },
      );
      return {
        id: 'P2',
        title: `${itemAt(what, 0).toUpperCase()}${what.slice(1)} beside a static file of the same size`,
        goal: '>= 0.7',
        rounds: all,
        notes: [
          `Both answer ${kilobytes(page.body)} (${page.headers['content-encoding'] ?? 'not compressed'}); ${CONNECTIONS} connections, one request at a time each.`,
        ],
        statements: [],
      };
    } finally {
      file.stop();
    }
  };

const said = (result: Awaited<ReturnType<typeof drive>>) => {
  if (result.refused > 0) throw new Error(`${result.refused} pages were refused.`);
  return noted(result);
};

const kilobytes = (body: Buffer) => `${(body.length / 1000).toFixed(1)} kB`;

function answerOf(port: number, path: string, headers: Record<string, string>) {
  return new Promise<{ headers: Record<string, string | string[] | undefined>; body: Buffer }>(
    (resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          path,
          headers: { host: 'localhost', ...BROWSER, ...headers },
          agent: new Agent(),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            if (response.statusCode !== 200)
              return reject(new Error(`${path} is answered ${response.statusCode}.`));
            resolve({ headers: response.headers, body: Buffer.concat(chunks) });
          });
        },
      );
      asked.on('error', reject);
      asked.end();
    },
  );
}
