import type { FastifyInstance } from 'fastify';
import { assemble, type Site } from './assemble.ts';
import { ConfigError, readConfig, type Config } from './platform/config.ts';
import { openAppRole, type AppRole } from './platform/database/app-role.ts';
import { refuseLossyDatabase } from './platform/database/durability.ts';
import { startEmbedded, type Embedded } from './platform/database/embedded.ts';
import { migrate } from './platform/database/migrate.ts';
import { createLog, type Log } from './platform/log.ts';
import { listenForReports } from './platform/outgoing/inbound-mail.ts';
import { createReturnPaths } from './platform/outgoing/return-path.ts';
import { registerSsr } from './platform/ssr/answer-page.ts';
import { takeReport } from './notifications/index.ts';
import { canonicalOrigin, settingsOf } from './site-settings/index.ts';
import { ownerLink } from './back-office/index.ts';
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

handleSignals();

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
  const ownerUrl = await openDatabaseOf(config);
  const app = await openAppRoleOf(config, ownerUrl, log);
  const site = await assemble(config, app.url, log);
  await isUp({ name: 'the connections', stop: () => site.close() });
  await refuseLossyDatabase(site.app.db, config.production);
  const http = config.role === 'worker' ? null : await listen(config, site);

  if (config.metricsPort !== null) {
    const metrics = await site.metrics.serve(config.metricsHost, config.metricsPort);
    await isUp({ name: 'the metrics', stop: async () => metrics.close() });
  }

  await step('Bringing the tables up to date', () => migrate({ url: ownerUrl, pooler: config.database.pooler }, app.name));
  if (config.demoMembers > 0) {
    // Loaded only where it is wanted: production never sees the demo's code.
    const { seedDemo } = await import('#seeds/index.ts');
    await step('Planting the demo members', (report) => seedDemo(site.app, { members: config.demoMembers, progress: report }));
  }
  if (config.mail.inboundPort !== null && config.role !== 'web') {
    const reports = await listenForReports({
      host: config.host,
      port: config.mail.inboundPort,
      paths: createReturnPaths(config.secret),
      log,
      onReport: (report) => takeReport(site.app, report),
    });
    await isUp({ name: 'the port for returned mail', stop: () => reports.close() });
  }
  if (config.role !== 'web') {
    await site.app.jobs.start(site.jobHandlers, site.cron);
    await isUp({ name: 'the jobs', stop: () => site.app.jobs.stop() });
  }
  site.readiness.ready = true;
  await printReady(config, site, http);
}

/** The database role that the site uses: that of DATABASE_URL when the owner is named separately, else one that the owner creates. */
async function openAppRoleOf(config: Config, ownerUrl: string, log: Log): Promise<AppRole> {
  const { url, ownerUrl: given, pooler } = config.database;
  if (url && given) return { url, name: decodeURIComponent(new URL(url).username) };
  const app = await openAppRole({ ownerUrl, secret: config.secret, pooler });
  if (app.name === null)
    log.warn({ why: app.why }, 'the site works as the owner of its tables, so nothing but its own code keeps the ledger from being changed');
  return app;
}

/** The address by which the tables' owner migrates. */
async function openDatabaseOf(config: Config): Promise<string> {
  if (config.database.url) return config.database.ownerUrl ?? config.database.url;
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
      languagesOf: async (host) => {
        const { domain_language, languages } = await settingsOf(site.app, host.replace(/:\d+$/, ''));
        return { own: domain_language, offered: languages };
      },
      canonicalOrigin: (host) => canonicalOrigin(site.app, host),
      publicUrl: config.publicUrl,
    }),
  );
  handleSignals();
  await isUp({ name: 'the requests', stop: () => http.close() });
  try {
    await http.listen({ host: config.host, port: config.port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${config.port} is taken by another program: stop it, or set PORT.`, { cause: error });
  }
  return http;
}

async function printReady(config: Config, site: Site, http: FastifyInstance | null): Promise<void> {
  if (http === null) return console.log(`The worker runs jobs since ${seconds(began)} after its start.`);
  const lines = [`Ready in ${seconds(began)}.`, '', `  Site      ${config.publicUrl}`];
  if (config.demoMembers > 0) {
    const { demoPassword, emailOf } = await import('#seeds/people.ts');
    lines.push(`  Members   ${emailOf('anna')} and ${emailOf('bram')}, password ${demoPassword}`);
  }
  if (!config.production) lines.push(`  Operator  ${await ownerLink(site.app)} (logs in once, within the hour)`, `  Outbox    ${config.publicUrl}/dev/outbox`);
  console.log([...lines, ''].join('\n'));
}

/** Lets no one else end the process at a signal, as Vite would in its own way. */
function handleSignals(): void {
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
