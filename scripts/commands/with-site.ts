import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { must } from '#contract/must.ts';
import { assemble, type Site } from '#server/assemble.ts';
import { dataDirOf, readConfig, type Config } from '#server/platform/config.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { ConfigError, text } from '#server/platform/environment.ts';
import { createLog } from '#server/platform/log.ts';

/**
 * Runs a command with the site's configuration and database. Starts the embedded PostgreSQL unless it is
 * running; with `attach` the command uses a running one, and refuses to create a database. An error prints one
 * sentence and sets exit code 1.
 */
export async function withSite(
  options: { attach: boolean },
  work: (site: Site, config: Config, url: string) => Promise<void>,
): Promise<void> {
  let stop: () => Promise<unknown> = async () => {};
  try {
    if (options.attach) refuseWithoutDatabase();
    const config = readConfig(process.env);
    const embedded = config.database.url
      ? null
      : await startEmbedded({ dataDir: config.dataDir, attach: options.attach });
    if (embedded) stop = () => embedded.stop();
    const url = must(config.database.url ?? embedded?.url, 'database');
    const site = await assemble(config, url, createLog(config));
    try {
      await work(site, config, url);
    } finally {
      await site.close();
    }
  } catch (error) {
    console.error(error instanceof ConfigError || error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await stop();
  }
}

/**
 * A command without the site's variables, for example in a release folder on a server, would otherwise create
 * an empty database beside the code, and the doctor would find it healthy.
 */
function refuseWithoutDatabase(): void {
  const dataDir = dataDirOf(process.env);
  if (text(process.env, 'DATABASE_URL') !== null || existsSync(join(dataDir, 'postgres.json'))) return;
  throw new ConfigError(
    `There is no database: DATABASE_URL is not set, and ${dataDir} contains none. Run this with the site's variables (docs/operate/README.md), or start the site once.`,
  );
}

export async function withSiteUnless(
  fault: string | null,
  work: (site: Site) => Promise<void>,
): Promise<void> {
  if (fault === null) return withSite({ attach: true }, work);
  console.error(fault);
  process.exitCode = 1;
}
