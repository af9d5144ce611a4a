import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataDirOf } from '#server/platform/config.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { text } from '#server/platform/environment.ts';
import { copyDatabase } from './copy-database.ts';
import { prepareTarget } from './prepare-target.ts';

// `npm run database:move -- postgres://owner:password@host/database`: copies the embedded PostgreSQL of DATA_DIR to a
// server of the operator's, proves that nothing is missing, and prints what to set. The embedded one stays as it is.
// The site must be stopped; after a failure the command can be repeated.

const { positionals } = parseArgs({ allowPositionals: true });

try {
  await move(positionals[0]);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function move(target: string | undefined): Promise<void> {
  if (!target || !URL.canParse(target) || !/^postgres(?:ql)?:$/.test(new URL(target).protocol))
    throw new Error(
      'Name an empty database of its owner: npm run database:move -- postgres://owner:password@host/database',
    );
  const dataDir = dataDirOf(process.env);
  if (text(process.env, 'DATABASE_URL') !== null)
    throw new Error('DATABASE_URL is set, so this site does not use the embedded PostgreSQL.');
  if (!existsSync(join(dataDir, 'postgres.json')))
    throw new Error(`${dataDir} contains no embedded PostgreSQL: set DATA_DIR to the folder of the site.`);

  // Holds the folder, so that no site can start meanwhile. It throws if one is running.
  const source = await startEmbedded({ dataDir });
  try {
    // Both sides need the same tables.
    await migrate({ url: source.url, pooler: 'none' });
    const { mayCreateRoles } = await prepareTarget(target);
    const proof = await copyDatabase(source.url, target, (table, rows) =>
      console.log(`  ${table.padEnd(26)} ${rows}`),
    );
    console.log(
      `Moved and counted on both sides: ${proof.rows} rows of ${proof.tables} tables, ${proof.sequences} sequences, ${proof.entries} ledger entries that sum to 0.`,
    );
    for (const line of nextSteps(new URL(target), mayCreateRoles, dataDir)) console.log(line);
  } finally {
    await source.stop();
  }
}

function nextSteps(target: URL, mayCreateRoles: boolean, dataDir: string): string[] {
  if (target.password) target.password = '…';
  const shown = target.href.replace(encodeURIComponent('…'), '…');
  return [
    'Now set, with the password that you gave:',
    ...(mayCreateRoles
      ? [`  DATABASE_URL=${shown}`]
      : [
          `  DATABASE_OWNER_URL=${shown}`,
          `  DATABASE_URL=      the same database as an ordinary role (${decodeURIComponent(target.username)} may not create one)`,
        ]),
    `Keep DATA_DIR=${dataDir}: photos and keys stay there. Start the site, run npm run doctor, and delete ${join(dataDir, 'postgres')} when you no longer want to go back.`,
  ];
}
