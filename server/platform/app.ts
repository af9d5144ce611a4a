import type { Config } from './config.ts';
import type { Db } from './database/index.ts';
import type { Replica } from './database/replica.ts';
import type { GeoIp } from './gazetteer/geoip.ts';
import type { Jobs } from './jobs.ts';
import type { Limits } from './limits.ts';
import type { EventBus } from './live/events.ts';
import type { Log } from './log.ts';
import type { ModuleTables } from './module-tables.ts';
import type { Mailer } from './outgoing/mailer.ts';
import type { Outbox } from './outgoing/outbox.ts';
import type { Push } from './outgoing/push.ts';
import type { Sms } from './outgoing/sms.ts';
import type { Storage } from './storage.ts';

/**
 * The services shared by all modules, assembled once in `server/assemble.ts`. Commands and queries take only
 * the services that they need (`db`, `events`), and no Fastify types.
 */
export interface App {
  config: Config;
  db: Db;
  /** Connections reserved for storing messages, so that `store_messages` stays planned on each. */
  dbForSends: Db;
  /**
   * The read connection of search: the replica of DATABASE_REPLICA_URL, or the database itself while the
   * replica lags or fails.
   */
  replica: Replica;
  log: Log;
  events: EventBus;
  mailer: Mailer;
  /** Outside production, stores the mail, SMS and pushes that would have been sent. */
  outbox: Outbox;
  sms: Sms;
  push: Push;
  storage: Storage;
  limits: Limits;
  jobs: Jobs;
  geoip: GeoIp;
  /** The tables of each module, lowest floor first. The export and the purge of a member walk this list. */
  tables: readonly ModuleTables<App>[];
  parts: Parts;
}

/**
 * Objects that exist once per process. A module declares its own by adding to this interface and creates them
 * in `Module.create`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Parts {}
