import type { Module } from '../platform/module.ts';
import { registerPictures } from './picture-routes.ts';
import { forgetOldVisits } from './record-visit.ts';
import { landingPagesHandlers } from './routes.ts';
import { tables } from './tables.ts';

export { dropSlug, listSlugs, writeSlug } from './write-slug.ts';

export const module: Module = {
  tables,
  handlers: landingPagesHandlers,
  routes: registerPictures,
  jobs: (app) => ({ 'page-visits-forget': () => forgetOldVisits(app.db) }),
  cron: [{ job: 'page-visits-forget', at: '23 4 * * *' }],
};
