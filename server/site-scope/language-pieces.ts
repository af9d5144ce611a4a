import { sql, type RawBuilder } from 'kysely';
import { leadsDesk } from '#contract/rules/desk-rules.ts';

// The rule which members' work an operator of some languages gets, as SQL fragments. Queues of work use one of them,
// with the operator's `languages`; lists and files of members do not. Work of unknown language is everybody's. For
// operators of all languages they are the constant true, so that their queries keep their plans.

type Sql = RawBuilder<unknown>;

/** Codes of languages; empty for all. */
export type Languages = readonly string[];

const everything = sql<boolean>`true`;

/** Condition that a language, as stored with members and threads, is one of the operator's. */
const isInLanguages = (languages: Languages, language: Sql): RawBuilder<boolean> =>
  languages.length === 0 ? everything : sql`((${language} = any(${[...languages]}::text[])) is not false)`;

/** Condition over `members m`, or another alias. */
export const memberInLanguages = (languages: Languages, alias = 'm'): RawBuilder<boolean> =>
  isInLanguages(languages, sql.ref(`${alias}.language`));

/** Condition over the member with this id. True if the account no longer exists. */
export const ofMemberInLanguages = (languages: Languages, member: Sql): RawBuilder<boolean> =>
  languages.length === 0
    ? everything
    : sql`not exists (select from members of_language
        where of_language.id = ${member} and not ${memberInLanguages(languages, 'of_language')})`;

/** An operator with the facts that decide what they open at the desk. */
export interface DeskOperator {
  memberId: number;
  roles: readonly string[];
  languages: Languages;
}

/**
 * Condition that an operator may open a conversation, over `conversations c` and its fictional profile `p`. Supervisors and owners
 * may open all; a writer only those with members in their languages and those that they hold, since a supervisor can hand over one
 * in any language.
 */
export const isOpenToWriter = ({ memberId, roles, languages }: DeskOperator): RawBuilder<boolean> =>
  languages.length === 0 || leadsDesk(roles)
    ? everything
    : sql`(${ofMemberInLanguages(languages, sql`(c.member_low + c.member_high - p.id)`)} or exists (select from desk_claims held
        where held.conversation_id = c.id and held.operator_id = ${memberId} and held.expires_at > app_now()))`;

/**
 * Condition over `complaints c`: the report or the member complained about is in one of the languages. Urgent ones are
 * everybody's.
 */
export const complaintInLanguages = (languages: Languages): RawBuilder<boolean> =>
  languages.length === 0
    ? everything
    : sql`(c.priority <= 1
        or ${isInLanguages(languages, sql`coalesce(c.locale, (select writes.language from members writes where writes.id = c.reporter_id))`)}
        or (select about.language from members about where about.id = c.profile_id) = any(${[...languages]}::text[]) is true)`;

/** Condition over `flagged_texts`, or its alias. Texts of suspected minors are everybody's. */
export const textInLanguages = (languages: Languages, alias: string): RawBuilder<boolean> =>
  languages.length === 0
    ? everything
    : sql`('minor' = any(${sql.ref(`${alias}.rules`)}) or ${ofMemberInLanguages(languages, sql.ref(`${alias}.member_id`))})`;

/** Condition over `support_threads th`. A thread that somebody was given is theirs in any language. */
export const threadInLanguages = (languages: Languages, operator: number): RawBuilder<boolean> =>
  languages.length === 0
    ? everything
    : sql`(${isInLanguages(languages, sql`th.language`)} or th.assigned_to = ${operator})`;
