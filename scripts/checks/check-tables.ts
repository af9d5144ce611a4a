import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { itemAt } from '#contract/must.ts';
import type { ModuleTables } from '#server/platform/module-tables.ts';
import { mixFaultsOfFile, mixFaultsOfFunction } from './mixed-statements.ts';
import { sqlUses, type SqlUse } from './sql-uses.ts';

// Checks table ownership: only the owner's SQL writes a table, and reads of other modules' tables must be
// declared. Compares each module's `tables.ts` with the SQL of its files and of the functions in
// db/functions. No statement may join a distributed table with another one.

const ROOT = join(import.meta.dirname, '../..');

export interface Declared {
  name: string;
  tables: ModuleTables;
  files: { path: string; text: string }[];
}

export function tableFaults(
  modules: readonly Declared[],
  existing: ReadonlySet<string>,
  functions: readonly { name: string; text: string }[],
): string[] {
  const faults: string[] = [];
  const owners = new Map<string, string>();
  for (const { name, tables } of modules) {
    for (const table of tables.owns ?? []) {
      if (owners.has(table))
        faults.push(`${name} and ${owners.get(table)} both own "${table}": a table has one owner.`);
      if (!existing.has(table)) faults.push(`${name} owns "${table}", which is in no migration.`);
      owners.set(table, name);
    }
  }
  for (const table of existing)
    if (!owners.has(table))
      faults.push(`nobody owns "${table}": name it in the tables.ts of the module that writes it.`);
  for (const module of modules) faults.push(...faultsOf(module, { modules, owners, existing, functions }));
  const declared = new Map(
    modules.flatMap(({ name, tables }) =>
      Object.entries(tables.functions ?? {}).map(([fn, writes]) => [fn, { name, writes }] as const),
    ),
  );
  for (const { name, text } of functions)
    faults.push(...functionFaults(name, text, declared.get(name), existing));
  for (const name of declared.keys())
    if (!functions.some((fn) => fn.name === name))
      faults.push(`the function ${name}() is in no file of db/functions.`);
  return faults;
}

interface Ownership {
  modules: readonly Declared[];
  owners: ReadonlyMap<string, string>;
  existing: ReadonlySet<string>;
  functions: readonly { name: string; text: string }[];
}

function faultsOf(module: Declared, ownership: Ownership): string[] {
  const { existing } = ownership;
  const uses = module.files.flatMap(({ path, text }) =>
    sqlUses(text, existing).map((use) => ({ path, ...use })),
  );
  return [
    ...uses.flatMap(({ path, ...use }) => useFaults(module, path, use, ownership)),
    ...declarationFaults(module, new Set(uses.map(({ table }) => table)), ownership),
  ];
}

function useFaults(
  { name, tables }: Declared,
  path: string,
  { table, kind, columns }: SqlUse,
  { modules, owners }: Ownership,
): string[] {
  const owner = owners.get(table);
  if (kind === 'read')
    return owner === name || tables.reads?.includes(table)
      ? []
      : [`${path} reads "${table}" of ${owner}: add it to \`reads\` in the tables.ts of ${name}.`];
  if (kind === 'update' && columns && columns.length > 0) {
    const writerOf = (column: string) =>
      modules.find((other) => other.tables.columns?.[table]?.includes(column))?.name ?? owner;
    return columns
      .filter((column) => writerOf(column) !== name)
      .map(
        (column) =>
          `${path} sets ${table}.${column}, which only ${writerOf(column)} writes: call a function of that module.`,
      );
  }
  return owner === name || (kind === 'update' && tables.columns?.[table])
    ? []
    : [`${path}: ${kind} of "${table}", which only ${owner} writes: call a function of that module.`];
}

function declarationFaults(
  { name, tables }: Declared,
  used: ReadonlySet<string>,
  { owners, existing, functions }: Ownership,
): string[] {
  const usedByFunctions = new Set(
    functions
      .filter((fn) => tables.functions?.[fn.name])
      .flatMap((fn) => sqlUses(fn.text, existing).map(({ table }) => table)),
  );
  const reads = [...new Set(tables.reads)];
  return [
    ...reads
      .filter((table) => !used.has(table) && !usedByFunctions.has(table))
      .map((table) => `${name} says that it reads "${table}" and does not: take it out of its tables.ts.`),
    ...reads
      .filter((table) => owners.get(table) === name)
      .map((table) => `${name} owns "${table}": it need not be in \`reads\`.`),
    ...(tables.personal ?? [])
      .filter(({ table }) => owners.get(table) !== name)
      .map(
        ({ table }) =>
          `${name} speaks of personal data in "${table}", which belongs to ${owners.get(table) ?? 'nobody'}.`,
      ),
  ];
}

function functionFaults(
  name: string,
  text: string,
  declared: { name: string; writes: readonly string[] } | undefined,
  existing: ReadonlySet<string>,
): string[] {
  if (!declared)
    return [
      `the function ${name}() belongs to no module: declare it in \`functions\` of the tables.ts of the one whose action it is.`,
    ];
  const written = new Set(
    sqlUses(text, existing).flatMap(({ table, kind }) => (kind === 'read' ? [] : [table])),
  );
  return [
    ...[...written]
      .filter((table) => !declared.writes.includes(table))
      .map((table) => `the function ${name}() writes "${table}", which ${declared.name} does not declare.`),
    ...declared.writes
      .filter((table) => !written.has(table))
      .map((table) => `the function ${name}() is said to write "${table}" and does not.`),
  ];
}

async function modulesOfServer(): Promise<Declared[]> {
  const server = join(ROOT, 'server');
  const folders = readdirSync(server, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Promise.all(
    folders.map(async ({ name }) => {
      const path = join(server, name, 'tables.ts');
      const { tables = {} } = existsSync(path)
        ? ((await import(pathToFileURL(path).href)) as { tables?: ModuleTables })
        : {};
      const files = readdirSync(join(server, name), { recursive: true, withFileTypes: true })
        .filter(
          (entry) =>
            entry.isFile() &&
            entry.name.endsWith('.ts') &&
            !entry.name.includes('.test.') &&
            !/^(?:schema|describe-database)\.ts$/.test(entry.name),
        )
        .map((entry) => join(entry.parentPath, entry.name));
      return {
        name,
        tables,
        files: files.map((file) => ({ path: relative(ROOT, file), text: readFileSync(file, 'utf8') })),
      };
    }),
  );
}

function sqlFunctions(of: 'functions' | 'cluster'): { name: string; text: string }[] {
  const folder = join(ROOT, 'db', of);
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split(/(?=^create (?:or replace )?function )/m)
      .flatMap((text) => {
        const name = /^create (?:or replace )?function (\w+)/.exec(text)?.[1];
        return name === undefined ? [] : [{ name, text }];
      }),
  );
}

if (import.meta.main) {
  const schema = readFileSync(join(ROOT, 'db/schema.sql'), 'utf8');
  const existing = new Set(
    [...schema.matchAll(/^create (?:unlogged )?table (?:public\.)?(\w+)/gm)].map((match) => itemAt(match, 1)),
  );
  const modules = await modulesOfServer();
  const functions = sqlFunctions('functions');
  const onCluster = sqlFunctions('cluster');
  const replaced = new Set(onCluster.map(({ name }) => name));
  const faults = [
    ...tableFaults(modules, existing, functions),
    ...modules
      .flatMap(({ files }) => files)
      .flatMap(({ path, text }) => mixFaultsOfFile(path, text, existing)),
    ...[...functions.filter(({ name }) => !replaced.has(name)), ...onCluster].flatMap(({ name, text }) =>
      mixFaultsOfFunction(name, text, existing),
    ),
  ];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
