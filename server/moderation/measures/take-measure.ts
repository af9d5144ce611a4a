import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { Operator } from '../operator.ts';
import { applyMeasure } from './apply-measure.ts';
import type { MeasureRequest } from './measure-request.ts';

export async function takeMeasure(app: App, operator: Operator, request: MeasureRequest): Promise<number> {
  return inTransaction(app.db, (tx) => applyMeasure(app, tx, operator, request));
}
