import pg from 'pg';
import { must } from '#contract/must.ts';
import { assemble } from '#server/assemble.ts';
import { createSession } from '#server/identity/index.ts';
import { registerPages } from '#server/pages.ts';
import { sendToParent } from '#server/parent-process.ts';
import { readConfig, type Config } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { collectGarbage } from '#server/platform/memory/settle-memory.ts';

/**
 * The site's HTTP server in a process of its own for `run.ts`, without jobs, and with the built pages if
 * BENCH_PAGES is set. It reports its port, creates sessions of members, and can list the statements of a
 * request.
 */
export type SiteOrder =
  | { order: 'sessions'; members: number[] }
  | { order: 'memory' }
  | { order: 'record' }
  | { order: 'recorded' }
  | { order: 'stop' };

// As in production: replies are not validated against their schemas, and the log is JSON lines.
const config: Config = { ...readConfig(process.env), production: true };
const site = await assemble(config, must(config.database.url, 'DATABASE_URL'), createLog(config));
const http = await site.createHttp();
if (process.env['BENCH_PAGES']) await registerPages(http, site.app, { production: true });
site.readiness.ready = true;
await http.listen({ host: '127.0.0.1', port: 0 });

let recorded: { text: string; values: unknown[] }[] | null = null;
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
function recordingQuery(this: pg.Client, ...args: unknown[]) {
  const first = args[0] as { text?: string; values?: unknown[] } | string;
  if (recorded)
    recorded.push(
      typeof first === 'string'
        ? { text: first, values: (args[1] as unknown[]) ?? [] }
        : { text: first.text ?? '', values: first.values ?? [] },
    );
  return query.apply(this, args);
}
Object.assign(pg.Client.prototype, { query: recordingQuery });

/**
 * Creates a session for each member, a few at a time: thousands at once would time out waiting for a
 * connection.
 */
async function sessionsOf(members: number[]): Promise<string[]> {
  const cookies: string[] = [];
  for (let i = 0; i < members.length; i += 100)
    cookies.push(
      ...(await Promise.all(
        members.slice(i, i + 100).map((member) => createSession(site.app.db, member, 'bench')),
      )),
    );
  return cookies;
}

function memoryHeld() {
  collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { resident: rss, heap: heapUsed + external };
}

// The bench ended without an order to stop, for example because a workload failed.
process.once('disconnect', () => process.exit());
process.on('message', async (message: SiteOrder) => {
  switch (message.order) {
    case 'sessions':
      return sendToParent({ cookies: await sessionsOf(message.members) });
    case 'memory':
      return sendToParent(memoryHeld());
    case 'record':
      recorded = [];
      return sendToParent({});
    case 'recorded':
      sendToParent({ statements: recorded });
      recorded = null;
      return;
    case 'stop':
      await http.close();
      await site.close();
      process.disconnect();
  }
});
sendToParent({ port: (http.server.address() as { port: number }).port });
