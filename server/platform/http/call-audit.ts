import type { Call, CallName } from '#contract/calls.ts';
import { isUuid } from '#contract/schema.ts';
import type { Db } from '../database/index.ts';
import { OutsideSites } from './call-sites.ts';
import type { AuditNote, MemberSession, Noted } from './context.ts';
import { Refusal } from './refusal.ts';
import { valueAt } from './value-at.ts';

export type RecordActs = (
  db: Db | null,
  acts: readonly (Noted & { operator: number; act: string; isList: boolean })[],
) => Promise<void>;

interface Input {
  query: unknown;
  body: unknown;
}

export interface CallAudit {
  note: AuditNote;
  finish(reply: unknown): Promise<void>;
}

interface Audited {
  name: CallName;
  call: Call;
  caller: MemberSession | null;
  /** The one site that the call's input names or belongs to, if there is one. */
  site?: string | null;
}

const isStaff = (caller: MemberSession | null): caller is MemberSession =>
  caller !== null && (caller.roles.length > 0 || caller.lacksFactor);

/**
 * The audit log line of a call. The command writes it in its own transaction (`note`); otherwise it is
 * written after the handler, as the call's row says (`finish`). The response waits for it. Member calls by
 * staff that change their own account, such as a new password, are recorded too.
 */
export function callAudit(
  { name, call, caller, site = null }: Audited,
  input: Input,
  recordActs: RecordActs,
): CallAudit {
  let written = false;
  const named = detailsIn(call, input);
  const lineOf = (noted: Noted & { operator?: number }) => {
    const operator = noted.operator ?? caller?.memberId;
    if (!call.audit || operator === undefined)
      throw new Error(`${call.method} ${call.path} recorded an act that its row does not declare.`);
    return {
      site,
      ...noted,
      details: withToken({ ...named, ...noted.details }, caller),
      act: noted.act ?? call.audit.act,
      operator,
      isList: isListOf(call),
    };
  };
  return {
    async note(db, noted = {}) {
      await recordActs(db, [lineOf(noted)]);
      written = true;
    },
    async finish(reply) {
      if (written) return;
      if (!call.audit) {
        if ((call.method !== 'GET' || call.changesState) && isStaff(caller))
          await recordActs(null, [{ operator: caller.memberId, act: `own.${name}`, isList: true }]);
        return;
      }
      const { each, member, object } = call.audit;
      const done = { ...input, reply };
      const items = each === undefined ? [done] : (valueAt(done, each) as unknown[]);
      const lines = (items.length > 0 ? items : [undefined]).map((item) =>
        lineOf({ member: idOf(item, member), object: idOf(item, object) }),
      );
      await recordActs(null, lines);
    },
  };
}

/**
 * Records an office call that was denied to a staff member, with the call's name and the error code. Identical
 * refusals are recorded at most once every ten minutes. Only missing rights are recorded, including those to
 * something of another site, which the operator sees as missing; form errors are not.
 */
export async function auditRefusal(
  { name, call, caller }: Audited,
  error: unknown,
  recordActs: RecordActs,
): Promise<void> {
  if (call.access !== 'operator' || !isStaff(caller)) return;
  const thing = error instanceof OutsideSites ? error.thing : undefined;
  if (!(error instanceof Refusal) || !(error.status === 403 || thing)) return;
  await recordActs(null, [
    {
      operator: caller.memberId,
      act: 'refused',
      object: thing ? `${name} ${thing.of} ${thing.id}` : name,
      details: withToken({ error: error.code }, caller),
      isList: true,
    },
  ]);
}

const isListOf = ({ method, audit }: Call): boolean =>
  !audit?.isExport &&
  (audit?.repeats === true ||
    (method === 'GET' && (audit?.each !== undefined || audit?.object === undefined)));

/** Adds the access token, which tells a program's calls from its operator's own. */
const withToken = (details: Record<string, unknown> | undefined, caller: MemberSession | null) => ({
  ...details,
  ...(caller?.token !== undefined && { token: caller.token }),
});

function detailsIn({ audit }: Call, input: Input): Record<string, unknown> {
  const values = (audit?.details ?? []).map((path) => {
    const [value, key] = [valueAt(input, path), path.slice(path.indexOf('.') + 1)];
    const isWords = key === 'find' && typeof value === 'string' && !/^\d*$/.test(value) && !isUuid(value);
    return [key, isWords ? '(text)' : value] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function idOf<T extends number>(item: unknown, path: string | undefined): T | null {
  const found = path === undefined || item === undefined ? undefined : valueAt(item, path);
  return typeof found === 'number' || typeof found === 'string' ? (found as T) : null;
}
