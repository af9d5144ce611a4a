export interface RowReader {
  faults: string[];
  notes: string[];
  text(column: string): string;
  check(column: string, fault: string | null): void;
  note(sentence: string): void;
  noteUnknown(column: string, value: string): void;
  /** A date or instant in the past. Null for an empty cell. Any other text adds a fault. */
  past(column: string): Date | null;
  /** Returns whether the cell says yes. Any text except yes and no adds a fault. */
  yes(column: string): boolean;
}

const OLDEST_YEAR = 1990;

export function createRowReader(values: Record<string, string>, now: Date): RowReader {
  const faults: string[] = [];
  const notes: string[] = [];
  const text = (column: string) => values[column]?.trim() ?? '';
  const check = (column: string, fault: string | null) => void (fault && faults.push(`${column}: ${fault}`));
  return {
    faults,
    notes,
    text,
    check,
    note: (sentence) => void notes.push(sentence),
    noteUnknown: (column, value) => void notes.push(`${column}: ${value.slice(0, 40)} is not known`),
    past(column) {
      const cell = text(column);
      if (cell === '') return null;
      const at = /^\d{4}-\d{2}-\d{2}/.test(cell) ? new Date(cell) : null;
      if (at && !Number.isNaN(at.getTime()) && at <= now && at.getFullYear() >= OLDEST_YEAR) return at;
      check(column, 'invalid');
      return null;
    },
    yes(column) {
      const word = text(column).toLowerCase();
      const is = ['yes', '1', 'true'].includes(word);
      check(column, is || ['', 'no', '0', 'false'].includes(word) ? null : 'invalid');
      return is;
    },
  };
}
