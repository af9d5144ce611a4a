import type { FastifyInstance } from 'fastify';
import { assemble, type Site } from './assemble.ts';
import { ConfigError, readConfig, type Config } from './platform/config.ts';
import { refuseLossyDatabase } from './platform/database/durability.ts';
import { startEmbedded, type Embedded } from './platform/database/embedded.ts';
import { migrate } from './platform/database/migrate.ts';
import { createLog, type Log } from './platform/log.ts';
import { registerSsr } from './platform/ssr/answer-page.ts';
import { settingsOf } from './site-settings/index.ts';
import { operatorLink } from './operator-link.ts';
import { seconds, step } from './progress.ts';

// The composition root: brings the site up in one process (ROLE says which parts) and takes it down without losing anything.

/** After this the process ends whatever is still open. */
const STOP_MS = 25_000;

const began = Date.now();
interface Part {
  name: string;
  stop(): Promise<unknown>;
}

/** What has been brought up, and is taken down in the opposite order. */
const running: Part[] = [];
let starting: Promise<void> = Promise.resolve();
let stopping: Promise<void> | null = null;

heedSignals();

try {
  const config = readConfig(process.env);
  const log = createLog(config);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise was rejected and nobody listened'));
  starting = start(config, log);
  await starting;
} catch (error) {
  // While stopping, whatever was half-way up fails: that is no news.
  if (!stopping) {
    console.error(error instanceof ConfigError ? error.message : explain(error));
    await stop(1);
  }
}

async function start(config: Config, log: Log): Promise<void> {
  const databaseUrl = await openDatabaseOf(config);
  const site = await assemble(config, databaseUrl, log);
  await isUp({ name: 'the connections', stop: () => site.close() });
  await refuseLossyDatabase(site.app.db, config.production);
  const http = config.role === 'worker' ? null : await listen(config, site);

  if (config.metricsPort !== null) {
    const metrics = await site.metrics.serve(config.metricsHost, config.metricsPort);
    await isUp({ name: 'the metrics', stop: async () => metrics.close() });
  }

  await step('Bringing the tables up to date', () => migrate({ url: databaseUrl, pooler: config.database.pooler }));
  if (config.demoMembers > 0) {
    // Loaded only where it is wanted: production never sees the demo's code.
    const { seedDemo } = await import('#seeds/index.ts');
    await step('Planting the demo members', (report) => seedDemo(site.app, { members: config.demoMembers, progress: report }));
  }
  if (config.role !== 'web') {
    await site.app.jobs.start(site.jobHandlers, site.cron);
    await isUp({ name: 'the jobs', stop: () => site.app.jobs.stop() });
  }
  site.readiness.ready = true;
  await sayReady(config, site, http);
}

async function openDatabaseOf(config: Config): Promise<string> {
  if (config.database.url) return config.database.url;
  const embedded: Embedded = await step('Starting the database', (report) =>
    startEmbedded({ dataDir: config.dataDir, attach: config.role === 'worker', progress: report }),
  );
  await isUp({ name: 'the database', stop: () => embedded.stop() });
  return embedded.url;
}

/** Listens at once, so that health.php can say how things are; pages come as soon as the site is ready. */
async function listen(config: Config, site: Site): Promise<FastifyInstance> {
  const http = await site.createHttp();
  await step('Loading the pages', () =>
    registerSsr(http, {
      production: !process.argv.includes('--dev'),
      domainLanguage: async (host) => (await settingsOf(site.app, host.replace(/:\d+$/, ''))).domain_language,
      publicUrl: config.publicUrl,
    }),
  );
  heedSignals();
  await isUp({ name: 'the requests', stop: () => http.close() });
  try {
    await http.listen({ host: config.host, port: config.port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${config.port} is taken by another program: stop it, or set PORT.`, { cause: error });
  }
  return http;
}

async function sayReady(config: Config, site: Site, http: FastifyInstance | null): Promise<void> {
  if (http === null) return console.log(`The worker runs jobs since ${seconds(began)} after its start.`);
  const lines = [`Ready in ${seconds(began)}.`, '', `  Site      ${config.publicUrl}`];
  if (config.demoMembers > 0) {
    const { demoPassword, emailOf } = await import('#seeds/people.ts');
    lines.push(`  Members   ${emailOf('anna')} and ${emailOf('bram')}, password ${demoPassword}`);
  }
  lines.push(`  Operator  ${await operatorLink(site.app)} (logs in once, within the hour)`);
  if (!config.production) lines.push(`  Outbox    ${config.publicUrl}/dev/outbox`);
  console.log([...lines, ''].join('\n'));
}

/** Lets no one else end the process at a signal, as Vite would in its own way. */
function heedSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal).on(signal, () => void stop(0));
}

/** Notes a part that came up; when the process is told to stop meanwhile, it is taken down at once and starting ends here. */
async function isUp(part: Part): Promise<void> {
  if (!stopping) return void running.push(part);
  await part.stop();
  throw new Error('The process was told to stop while it was starting.');
}

function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    const late = setTimeout(() => process.exit(code || 1), STOP_MS);
    for (let part = running.pop(); part; part = running.pop()) {
      const { name } = part;
      await part.stop().catch((error: unknown) => console.error(`Stopping ${name} failed: ${explain(error)}`));
    }
    // What was still coming up takes itself down.
    await starting.catch(() => {});
    clearTimeout(late);
    process.exit(code);
  })();
  return stopping;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return process.env['LOG_LEVEL'] === 'debug' ? (error.stack ?? error.message) : error.message;
}
