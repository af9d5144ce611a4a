import { stringify } from 'csv-stringify/sync';

/** A line of a file. */
export interface At {
  file: string;
  line: number;
  /** `external_id` as the other site has it. */
  id: string;
}

/** What an import did, line by line where there is something to say. */
export interface Report {
  /** Lines by file and outcome. */
  counts: Record<string, { new: number; there: number; refused: number }>;
  refused(at: At, reasons: readonly string[]): void;
  took(at: At, outcome: 'new' | 'there', notes?: readonly string[]): void;
  /** The refused lines and the notes as CSV, by file and line. */
  csv(): string;
}

/** `progress` hears every 500 lines. */
export function createReport(progress: (text: string) => void = () => {}): Report {
  const counts: Report['counts'] = {};
  const lines: { file: string; line: number; external_id: string; outcome: string; reason: string }[] = [];
  const count = ({ file }: At, outcome: 'new' | 'there' | 'refused') => {
    const of = (counts[file] ??= { new: 0, there: 0, refused: 0 });
    of[outcome]++;
    const all = of.new + of.there + of.refused;
    if (all % 500 === 0) progress(`${file}: ${all} lines, ${of.refused} refused`);
  };
  const say = ({ file, line, id }: At, outcome: string, reasons: readonly string[]) => {
    for (const reason of reasons) lines.push({ file, line, external_id: id, outcome, reason });
  };
  return {
    counts,
    refused(at, reasons) {
      count(at, 'refused');
      say(at, 'refused', reasons);
    },
    took(at, outcome, notes = []) {
      count(at, outcome);
      say(at, 'note', notes);
    },
    csv: () =>
      stringify(
        lines.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line),
        { header: true, columns: ['file', 'line', 'external_id', 'outcome', 'reason'], escape_formulas: true },
      ),
  };
}
