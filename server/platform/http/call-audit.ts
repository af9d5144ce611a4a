import type { Call } from '#contract/calls.ts';
import type { Db } from '../database/index.ts';
import type { AuditNote, Noted } from './context.ts';

/** Writes lines of the audit log; without a transaction of the caller's in one of its own. */
export type RecordActs = (db: Db | null, acts: readonly (Noted & { operator: number; act: string; isList: boolean })[]) => Promise<void>;

/** What a call took and answered. */
interface Done {
  query: unknown;
  body: unknown;
  reply: unknown;
}

/**
 * The line that one call leaves in the audit log: written by the command in its own transaction (`note`), else after the
 * handler as the call's row says (`finish`). Nothing is answered before it is written.
 */
export function callAudit(call: Call, caller: number | undefined, recordActs: RecordActs): { note: AuditNote; finish(done: Done): Promise<void> } {
  let written = false;
  const lineOf = (noted: Noted & { operator?: number }) => {
    const operator = noted.operator ?? caller;
    if (!call.audit || operator === undefined) throw new Error(`${call.method} ${call.path} notes an act that its row does not announce.`);
    const isList = call.audit.repeats || (call.method === 'GET' && (call.audit.each !== undefined || call.audit.object === undefined));
    return { ...noted, act: noted.act ?? call.audit.act, operator, isList };
  };
  return {
    async note(db, noted = {}) {
      await recordActs(db, [lineOf(noted)]);
      written = true;
    },
    async finish(done) {
      if (!call.audit || written) return;
      const { each, member, object } = call.audit;
      const items = each === undefined ? [done] : (at(done, each) as unknown[]);
      const lines = (items.length > 0 ? items : [undefined]).map((item) => lineOf({ member: idOf(item, member), object: idOf(item, object) }));
      await recordActs(null, lines);
    },
  };
}

/** The value at a path such as `reply.member.id`; undefined when something on the way is not there. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (inner === null || inner === undefined ? undefined : (inner as Record<string, unknown>)[key]), value);

function idOf<T extends number>(item: unknown, path: string | undefined): T | null {
  const found = path === undefined || item === undefined ? undefined : at(item, path);
  return typeof found === 'number' || typeof found === 'string' ? (found as T) : null;
}
