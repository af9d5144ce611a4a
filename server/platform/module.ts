import type { FastifyInstance } from 'fastify';
import type { App, Parts } from './app.ts';
import type { Handlers } from './http/context.ts';
import type { CronEntry, JobHandlers } from './jobs.ts';
import type { ModuleTables } from './module-tables.ts';
import type { Series } from './series.ts';

/**
 * What a module adds to the application. Every part is optional. A module's `index.ts` exports this object as
 * `module`.
 */
export interface Module {
  tables?: ModuleTables;
  create?(app: App): Partial<Parts>;
  handlers?(app: App): Partial<Handlers>;
  jobs?(app: App): JobHandlers;
  cron?: CronEntry[];
  /** Gauges of the whole site for `/metrics`, read only by the process that runs the jobs. */
  series?(app: App): Series[];
  /** Routes outside the contract: files, the sandbox checkout, the outbox. */
  routes?(http: FastifyInstance, app: App): Promise<void> | void;
}
