import type { Config } from './config.ts';
import type { Db } from './database/index.ts';
import type { Replica } from './database/replica.ts';
import type { EventBus } from './live/events.ts';
import type { GeoIp } from './gazetteer/geoip.ts';
import type { Jobs } from './jobs.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { ModuleTables } from './module-tables.ts';
import type { Mailer } from './outgoing/mailer.ts';
import type { Outbox } from './outgoing/outbox.ts';
import type { Push } from './outgoing/push.ts';
import type { Sms } from './outgoing/sms.ts';
import type { Storage } from './storage.ts';

/**
 * The parts that every module works with, put together once in `server/assemble.ts`.
 * Commands and queries take the pieces they need (`db`, `events`), not Fastify types.
 */
export interface App {
  config: Config;
  db: Db;
  /** For search, whose plans are kept: the replica of DATABASE_REPLICA_URL while it keeps up, else the database itself. */
  replica: Replica;
  log: Log;
  /** Live events to members' open streams. */
  events: EventBus;
  /** Mails, queued in the caller's transaction. */
  mailer: Mailer;
  /** What would have left the house, outside production. */
  outbox: Outbox;
  sms: Sms;
  push: Push;
  storage: Storage;
  /** Rate limits, scaled by LIMITS_SCALE; never product limits. */
  limits: Limits;
  jobs: Jobs;
  /** The country of an address, offline. */
  geoip: GeoIp;
  /** What each module holds in the database, lowest first: the export and the purge of a member walk it. */
  tables: readonly ModuleTables<App>[];
  parts: Parts;
}

/** What modules keep for the life of the process. A module declares its own by adding to this interface and makes them in `Module.create`. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Parts {}
