import type { BenchSite } from './bench-site.ts';
import type { BenchDatabase } from './database.ts';
import type { Round } from './rounds.ts';
import type { Recorded } from './statements.ts';

export interface Bench {
  database: BenchDatabase;
  site: BenchSite;
  members: number;
  rounds: number;
  seconds: number;
  /** The requested seconds, for workloads that take minutes by default; null if none were requested. */
  asked: number | null;
  warmUp: number;
}

export interface Figure {
  id: string;
  goal: string;
  of(ours: Round, other: Round): number;
}

export interface Found {
  id: string;
  goal: string;
  value: number;
}

export interface Outcome {
  id: string;
  title: string;
  goal: string;
  rounds: Round[];
  found?: Found[];
  figures?: Figure[];
  /** True if the result does not depend on the number of members. */
  anySize?: boolean;
  notes: string[];
  statements: Recorded[];
}
