import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describeDatabase } from '#server/platform/database/describe.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { profileBitsText } from './profile-bits.ts';

// `db:bits` writes the trigger that sets the bits of contract/profile-fields.ts. `db:schema` and `db:types`
// write the committed schema and the types of its tables, from a newly migrated database. `--check` writes
// nothing and fails if a file is out of date.

const ROOT = join(import.meta.dirname, '..');

interface Product {
  file: string;
  command: string;
  make(url: string, dataDir: string): Promise<string>;
}

const BITS_FILE = 'db/functions/015_profile_bits.sql';

/** Columns that triggers set, so that no statement of the server may. */
const SET_BY_TRIGGERS = {
  'members.pool_id': 'ColumnType<number, undefined, never>',
  'profiles.pool_id': 'ColumnType<number, undefined, never>',
};

const PRODUCTS: Record<string, Product> = {
  schema: { file: 'db/schema.sql', command: 'npm run db:schema', make: schemaText },
  types: { file: 'server/platform/database/schema.ts', command: 'npm run db:types', make: typesText },
};

const check = process.argv.includes('--check');
const wanted = process.argv.slice(2).filter((word) => word === 'bits' || word in PRODUCTS);
const chosen = wanted.length > 0 ? wanted : ['bits', ...Object.keys(PRODUCTS)];
const products = chosen.flatMap((name) => PRODUCTS[name] ?? []);

// The bits come first, because the database that the other files describe includes their trigger.
if (chosen.includes('bits')) bringUpToDate(BITS_FILE, 'npm run db:bits', profileBitsText());

if (products.length > 0) {
  const dataDir = makeMemoryFolder('liaison-database-files-');
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
  try {
    await migrate({ url: server.url, pooler: 'none' });
    for (const { file, command, make } of products)
      bringUpToDate(file, command, await make(server.url, dataDir));
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function bringUpToDate(file: string, command: string, text: string): void {
  const path = join(ROOT, file);
  if (!check) return writeFileSync(path, text);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  console.error(`${file} is out of date: run ${command}.`);
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

async function typesText(url: string, dataDir: string): Promise<string> {
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
      // The database pool parses them in the same way: int8 as a number, a date as text.
      '--date-parser=string',
      '--type-mapping={"int8":"number"}',
      `--overrides=${JSON.stringify({ columns: SET_BY_TRIGGERS })}`,
    ],
    { cwd: dataDir, encoding: 'utf8' },
  );
  if (run.status !== 0) throw new Error(`kysely-codegen failed: ${run.stderr}`);
  return readFileSync(out, 'utf8');
}
