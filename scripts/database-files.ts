import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describeDatabase } from '#server/platform/database/describe.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';

// `db:schema`, `db:types`: write the committed description of the database and the types of its tables, from a database
// that the migrations have just made. `--check` writes nothing and fails when a file is out of date.

const ROOT = join(import.meta.dirname, '..');

interface Product {
  file: string;
  command: string;
  make(url: string): Promise<string>;
}

const PRODUCTS: Record<string, Product> = {
  schema: { file: 'db/schema.sql', command: 'npm run db:schema', make: schemaText },
  types: { file: 'server/platform/database/schema.ts', command: 'npm run db:types', make: typesText },
};

const check = process.argv.includes('--check');
const wanted = process.argv.slice(2).filter((word) => word in PRODUCTS);
const chosen = wanted.length > 0 ? wanted : Object.keys(PRODUCTS);

const dataDir = mkdtempSync(join(tmpdir(), 'liaison-database-files-'));
const server = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
try {
  await migrate({ url: server.url, pooler: 'none' });
  for (const name of chosen) await bringUpToDate(PRODUCTS[name]!, server.url);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function bringUpToDate({ file, command, make }: Product, url: string): Promise<void> {
  const path = join(ROOT, file);
  const text = await make(url);
  if (!check) return writeFileSync(path, text);
  if (readFileSync(path, 'utf8') === text) return;
  console.error(`${file} does not match the migrations: run ${command}.`);
  process.exitCode = 1;
}

async function schemaText(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await describeDatabase((statement) => client.query(statement));
  } finally {
    await client.end();
  }
}

async function typesText(url: string): Promise<string> {
  const out = join(dataDir, 'schema.ts');
  const cli = join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js');
  const run = spawnSync(
    process.execPath,
    [
      cli,
      `--out-file=${out}`,
      '--dialect=postgres',
      `--url=${url}`,
      '--default-schema=public',
      '--include-pattern=public.*',
      '--exclude-pattern=(kysely_migration*|applied_functions)',
      // As the pool parses them: int8 becomes a number, a date stays text.
      '--date-parser=string',
      '--type-mapping={"int8":"number"}',
    ],
    { cwd: dataDir, encoding: 'utf8' },
  );
  if (run.status !== 0) throw new Error(`kysely-codegen failed: ${run.stderr}`);
  return readFileSync(out, 'utf8');
}
