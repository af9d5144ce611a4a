import type { Detection, Ground, MeasureKind } from '#contract/rules/measure-rules.ts';
import type { Undo } from './undo-measure.ts';

export interface MeasureRequest {
  member: number;
  kind: MeasureKind;
  ground: Ground;
  facts: string;
  days?: number | undefined;
  refund?: boolean | undefined;
  /** The complaint that led to the measure. Undefined if the site acted on its own initiative. */
  complaint?: number | undefined;
  /** How the content was found. Defaults to `notice` with a complaint, and to `own` without one. */
  detection?: Detection;
  undo?: Undo;
  /** Identifies the operator's request, so that a repetition takes no second measure. */
  request?: string | undefined;
}
