export interface SqlUse {
  table: string;
  kind: 'read' | 'insert' | 'update' | 'delete';
  /** The columns that an update sets, as far as they can be parsed. */
  columns?: string[];
}

const NAME = String.raw`(?:public\.)?"?([a-z_]+)"?`;

/** The tables that a piece of code reads and writes in SQL and Kysely calls, ignoring comments. */
export function sqlUses(code: string, known: ReadonlySet<string>): SqlUse[] {
  const text = code
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
    .replace(/--.*$/gm, ' ');
  const uses: SqlUse[] = [];
  const add = (table: string | undefined, kind: SqlUse['kind'], columns?: string[]) => {
    if (table !== undefined && known.has(table)) uses.push({ table, kind, ...(columns && { columns }) });
  };
  for (const [, table] of text.matchAll(new RegExp(String.raw`\binsert\s+into\s+${NAME}`, 'gi')))
    add(table, 'insert');
  for (const [, table] of text.matchAll(
    new RegExp(String.raw`\b(?:delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?${NAME}`, 'gi'),
  ))
    add(table, 'delete');
  for (const match of text.matchAll(
    new RegExp(
      String.raw`(?<!\b(?:for|key|do)\s+)\bupdate\s+(?:only\s+)?${NAME}(?:\s+(?:as\s+)?(?!set\b)[a-z_]+)?\s+set\s`,
      'gi',
    ),
  ))
    add(match[1], 'update', assigned(text.slice(match.index + match[0].length)));
  for (const match of text.matchAll(/\b(insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([a-z_]+)/g))
    add(match[2], match[1] === 'insertInto' ? 'insert' : match[1] === 'deleteFrom' ? 'delete' : 'update');
  for (const [, , list = ''] of text.matchAll(
    /(?<!\bdelete\s)\b(from|join|using)\s+((?:lateral\s+|only\s+)?"?[a-z_.]+"?(?:\s+(?:as\s+)?[a-z_]+)?(?:\s*,\s*"?[a-z_]+"?(?:\s+(?:as\s+)?[a-z_]+)?)*)/gi,
  ))
    for (const part of list.split(','))
      add(new RegExp(`^(?:lateral |only )?${NAME}`, 'i').exec(part.trim())?.[1], 'read');
  for (const [, table] of text.matchAll(
    /\b(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|using)\(\s*\[?'([a-z_]+)/g,
  ))
    add(table, 'read');
  return uses;
}

function assigned(rest: string): string[] {
  const columns: string[] = [];
  let depth = 0;
  const words = /[()`;]|\$\{|\}|\b(?:where|from|returning)\b|(?:^|,)\s*\(?\s*"?([a-z_]+)"?\s*=(?!=|>)/gi;
  for (const match of rest.matchAll(words)) {
    const [sign, column] = match;
    if (column !== undefined) {
      if (depth === 0) columns.push(column);
      if (sign.includes('(')) depth++;
    } else if (sign === '(' || sign === '${') depth++;
    else if (sign === ')' || sign === '}') depth--;
    else if (sign === '`' || sign === ';' || depth <= 0) break;
    if (depth < 0) break;
  }
  return columns;
}
