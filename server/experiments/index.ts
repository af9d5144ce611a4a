import type { App } from '../platform/app.ts';
import { longJob } from '../platform/jobs.ts';
import type { Module } from '../platform/module.ts';
import { experimentsHandlers } from './handlers.ts';
import { rememberExperiments } from './stored-experiments.ts';
import { tables } from './tables.ts';
import { watchExperiments } from './watch-experiments.ts';

export { groundOf } from './ground-of.ts';
export { noteSignup } from './note-signup.ts';
export { textVersionsOf, wordsOfVersions } from './text-versions.ts';
export { forgetUnit, unitOf, versionForMember, versionForVisitor } from './version-of.ts';

export const module: Module = {
  tables,
  create: (app) => ({ activeExperiments: rememberExperiments(app) }),
  handlers: experimentsHandlers,
  jobs: (app: App) => ({ 'watch-experiments': longJob(30, () => watchExperiments(app)) }),
  cron: [{ job: 'watch-experiments', at: '4,14,24,34,44,54 * * * *' }],
};
