import { assemble, type Site } from '#server/assemble.ts';
import { ConfigError, readConfig, type Config } from '#server/platform/config.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { createLog } from '#server/platform/log.ts';

/**
 * Runs a command of the terminal with the site's configuration and database: its own PostgreSQL is started when it does
 * not run, and used as it is when it does (`attach`). A refusal is one sentence and exit code 1.
 */
export async function withSite(options: { attach: boolean }, work: (site: Site, config: Config, url: string) => Promise<void>): Promise<void> {
  let stop: () => Promise<unknown> = async () => {};
  try {
    const config = readConfig(process.env);
    const embedded = config.database.url ? null : await startEmbedded({ dataDir: config.dataDir, attach: options.attach });
    if (embedded) stop = () => embedded.stop();
    const url = config.database.url ?? embedded!.url;
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

/** The same for a command beside a site that may run; a fault in its arguments is said instead. */
export async function withSiteUnless(fault: string | null, work: (site: Site) => Promise<void>): Promise<void> {
  if (fault === null) return withSite({ attach: true }, work);
  console.error(fault);
  process.exitCode = 1;
}
