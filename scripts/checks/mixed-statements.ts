import { DISTRIBUTED_NAMES } from '../scale/distribution.ts';
import { sqlUses } from './sql-uses.ts';

// Finds statements that name a distributed table and one that stays on the coordinator. A cluster refuses most of them,
// and answers some wrongly (docs/operate/scale.md). Fragments that another function adds to a statement are not seen:
// `npm run test:cluster` finds those that a cluster refuses.

const distributed = new Set(DISTRIBUTED_NAMES);

/** Faults of the `sql` templates and Kysely calls of a file. */
export const mixFaultsOfFile = (path: string, code: string, known: ReadonlySet<string>): string[] =>
  [...templates(code), ...kyselyChains(code)].flatMap(({ at, text }) =>
    mixFaults(`${path}:${code.slice(0, at).split('\n').length}`, text, known),
  );

/** Faults of the statements of an SQL function. */
export const mixFaultsOfFunction = (name: string, text: string, known: ReadonlySet<string>): string[] =>
  text.split(';').flatMap((statement) => mixFaults(`the function ${name}()`, statement, known));

function mixFaults(place: string, text: string, known: ReadonlySet<string>): string[] {
  const isMixed = (part: string) => {
    const { near, far } = tablesIn(part, known);
    return near.length > 0 && far.length > 0;
  };
  const rest = withoutMaterialized(text, (body) => !isMixed(body));
  const { near, far } = tablesIn(rest, known);
  return near.length > 0 && far.length > 0
    ? [
        `${place} names ${far.join(', ')} and ${near.join(', ')} in one statement, which a cluster refuses or answers wrongly: read one through a function of db/functions/003_distributed_reads.sql or in a materialized CTE.`,
      ]
    : [];
}

function tablesIn(text: string, known: ReadonlySet<string>): { near: string[]; far: string[] } {
  const tables = [...new Set(sqlUses(text, known).map(({ table }) => table))];
  return {
    near: tables.filter((table) => !distributed.has(table)),
    far: tables.filter((table) => distributed.has(table)),
  };
}

interface Piece {
  at: number;
  text: string;
}

function* templates(code: string): Generator<Piece> {
  const start = /\bsql(?:<[^`]*?>)?`/g;
  for (let match = start.exec(code); match; match = start.exec(code)) {
    const end = endOfTemplate(code, start.lastIndex);
    yield { at: match.index, text: code.slice(start.lastIndex, end) };
    start.lastIndex = end + 1;
  }
}

function* kyselyChains(code: string): Generator<Piece> {
  for (const match of code.matchAll(/\.(?:selectFrom|insertInto|updateTable|deleteFrom)\([\s\S]*?\.execute/g))
    yield { at: match.index, text: match[0] };
}

/** The position of the backtick that ends the template whose text begins at `from`. */
function endOfTemplate(code: string, from: number): number {
  let at = from;
  for (; at < code.length && code[at] !== '`'; at++) {
    if (code[at] === '\\') at++;
    else if (code.startsWith('${', at)) at = endOfBraces(code, at + 2);
  }
  return at;
}

/** The position of the brace that closes the one before `from`. */
function endOfBraces(code: string, from: number): number {
  let depth = 1;
  let at = from;
  for (; at < code.length; at++) {
    const sign = code[at];
    if (sign === '`') at = endOfTemplate(code, at + 1);
    else if (sign === "'") at = code.indexOf("'", at + 1);
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) break;
  }
  return at;
}

/** A statement without the bodies of its materialized CTEs for which `may` is true. */
function withoutMaterialized(text: string, may: (body: string) => boolean): string {
  let rest = text;
  const head = /\bas\s+materialized\s*\(/gi;
  for (let match = head.exec(rest); match; match = head.exec(rest)) {
    const from = head.lastIndex;
    let depth = 1;
    let at = from;
    for (; at < rest.length && depth > 0; at++)
      if (rest[at] === '(') depth++;
      else if (rest[at] === ')') depth--;
    if (may(rest.slice(from, at - 1))) {
      rest = rest.slice(0, from) + rest.slice(at - 1);
      head.lastIndex = from;
    }
  }
  return rest;
}
