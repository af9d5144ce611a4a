import type { FastifyInstance } from 'fastify';
import type { App, Parts } from './app.ts';
import type { Handlers } from './http/context.ts';
import type { CronEntry, JobHandlers } from './jobs.ts';
import type { ModuleTables } from './module-tables.ts';
import type { Series } from './series.ts';

/** What a module gives to the composition root: every part is optional. A module's `index.ts` exports one as `module`. */
export interface Module {
  /** The tables it owns and reads, and what it holds of a member. */
  tables?: ModuleTables;
  /** Makes what the module keeps for the life of the process, once and before anything is answered. */
  create?(app: App): Partial<Parts>;
  /** Its calls of the contract. */
  handlers?(app: App): Partial<Handlers>;
  /** Its background jobs, by name. */
  jobs?(app: App): JobHandlers;
  /** When which of its jobs run by themselves. */
  cron?: CronEntry[];
  /** Figures that it adds to `/metrics`, of the whole site: read by the process that runs the jobs. */
  series?(app: App): Series[];
  /** Routes outside the contract: files, the sandbox checkout, the outbox. */
  routes?(http: FastifyInstance, app: App): Promise<void> | void;
}
