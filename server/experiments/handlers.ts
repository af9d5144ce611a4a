import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { experimentOf } from './experiment-of.ts';
import { listExperiments } from './list-experiments.ts';
import { moveExperiment } from './move-experiment.ts';
import { presentExperiment } from './present-experiment.ts';
import { saveExperiment } from './save-experiment.ts';

export const experimentsHandlers = (app: App) =>
  handlers({
    adminExperiments: ({ query }) => listExperiments(app.db, query.site, query.cursor),
    async adminExperiment({ query }) {
      const found = await experimentOf(app.db, query);
      if (!found) throw refuse('not_found');
      return presentExperiment(found);
    },
    saveExperiment: ({ body }, { audit }) => saveExperiment(app, audit, body),
    moveExperiment: ({ body }, { audit }) => moveExperiment(app, audit, body),
  });
