export interface Recorded {
  text: string;
  values: unknown[];
}

export function scriptOf(statements: readonly Recorded[]): {
  script: string;
  variables: Record<string, string>;
} {
  const variables: Record<string, string> = {};
  const lines = statements.map(({ text, values }, s) =>
    filled(text, values, (value, n) => {
      variables[`s${s}_${n}`] = value;
      return `:s${s}_${n}`;
    }),
  );
  return { script: lines.map((line) => `${line};\n`).join(''), variables };
}

export const literalOf = ({ text, values }: Recorded): string =>
  filled(text, values, (value) => `'${value.replaceAll("'", "''")}'`);

function filled(text: string, values: unknown[], place: (value: string, n: number) => string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\$(\d+)/g, (_, digits: string) => {
      const value = textOf(values[Number(digits) - 1]);
      return value === null ? 'null' : place(value, Number(digits));
    });
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return arrayText(value);
  return value instanceof Date ? value.toISOString() : String(value);
}

const arrayText = (values: unknown[]): string =>
  `{${values.map((one) => (one === null ? 'NULL' : Array.isArray(one) ? arrayText(one) : `"${String(one).replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
