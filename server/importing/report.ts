import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';

/** Writes a report that only its owner can read. Throws if `file` is a symbolic link, which could point anywhere. */
export function writeReport(file: string, report: Pick<Report, 'csv'>): void {
  const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
  const opened = openSync(file, O_CREAT | O_NOFOLLOW | O_TRUNC | O_WRONLY, 0o600);
  try {
    writeFileSync(opened, report.csv());
  } finally {
    closeSync(opened);
  }
}

export interface At {
  file: string;
  line: number;
  id: string;
}

export interface Report {
  counts: Record<string, { new: number; there: number; refused: number }>;
  refused(at: At, reasons: readonly string[]): void;
  took(at: At, outcome: 'new' | 'there', notes?: readonly string[]): void;
  csv(): string;
}

/** Calls `progress` every 500 lines. */
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
        {
          header: true,
          columns: ['file', 'line', 'external_id', 'outcome', 'reason'],
          escape_formulas: true,
        },
      ),
  };
}
