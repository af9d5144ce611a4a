import type { BenchDatabase } from './database.ts';
import type { BenchSite } from './bench-site.ts';
import type { Round } from './rounds.ts';
import type { Recorded } from './statements.ts';

/** What a workload is given. */
export interface Bench {
  database: BenchDatabase;
  site: BenchSite;
  members: number;
  /** Undisturbed pairs of rounds wanted, and how long each round takes. */
  rounds: number;
  seconds: number;
  /** Seconds that were asked for, for what takes minutes unless told; null when none were. */
  asked: number | null;
  /** Requests before anything is measured. */
  warmUp: number;
}

/** A figure from one pair of rounds: ours and the other side's. */
export interface Figure {
  id: string;
  goal: string;
  of(ours: Round, other: Round): number;
}

/** What was found at once, where no rounds are compared. */
export interface Found {
  id: string;
  goal: string;
  value: number;
}

/** What it found: rounds of two sides in turn, the first of them ours. */
export interface Outcome {
  id: string;
  title: string;
  goal: string;
  rounds: Round[];
  /** In place of rounds. */
  found?: Found[];
  /** Where the goal is not the ratio of operations a second alone. */
  figures?: Figure[];
  /** The number of members has no part in it. */
  anySize?: boolean;
  notes: string[];
  /** One operation's statements, whose plans go into the report. */
  statements: Recorded[];
}
