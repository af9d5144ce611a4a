import type { Module } from '../platform/module.ts';
import { forgetRemoved } from './forget-removed.ts';
import { acquaintancesHandlers } from './handlers.ts';
import { noteMissingMarks } from './note-missing-marks.ts';
import { SETTLE_ACQUAINTANCES } from './pairs.ts';
import { settlePairs } from './settle-pairs.ts';
import { tables } from './tables.ts';

export { noteContactMark } from './note-contact-mark.ts';

const NOTE_MISSING_MARKS = 'note-missing-contact-marks';
const FORGET_REMOVED = 'forget-removed-acquaintances';

export const module: Module = {
  tables,
  handlers: acquaintancesHandlers,
  jobs: (app) => ({
    [SETTLE_ACQUAINTANCES]: ({ member }: { member: number }) => settlePairs(app.db, member),
    [NOTE_MISSING_MARKS]: (_payload, { signal }) => noteMissingMarks(app, signal),
    [FORGET_REMOVED]: () => forgetRemoved(app.db),
  }),
  cron: [
    { job: NOTE_MISSING_MARKS, at: '17 * * * *' },
    { job: FORGET_REMOVED, at: '*/10 * * * *' },
  ],
};
