interface Run {
  /** Exit code. */
  status: number;
  /** Vitest's JSON report; null when none was written. */
  report: { testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[] } | null;
}

export function filesToRepeat(run: Run, root: string): string[];
export function settle(first: Run, second: Run | null, root: string): { passed: number; failed: number; skipped: number; flaky: string[] };
