import type { Detection, Ground, MeasureKind } from '#contract/rules/measure-rules.ts';
import { textsOf } from '#mail/texts.ts';

/** A measure as the database may know it: nothing in it is about a person. */
export interface StatedMeasure {
  puid: string;
  kind: MeasureKind;
  ground: Ground;
  detection: Detection;
  /** Days in ISO 8601 format. */
  decided_on: string;
  ends_on: string | null;
  is_picture: boolean;
  is_recording: boolean;
  /** Countries of the European Union in which the member's site is open. */
  countries: string[];
}

/** The fields of version 1 of the database's API that the site fills in. */
export interface DsaStatement {
  puid: string;
  decision_visibility?: ['DECISION_VISIBILITY_CONTENT_REMOVED'] | ['DECISION_VISIBILITY_OTHER'];
  decision_visibility_other?: string;
  decision_account?: 'DECISION_ACCOUNT_SUSPENDED' | 'DECISION_ACCOUNT_TERMINATED';
  end_date_account_restriction?: string;
  account_type: 'ACCOUNT_TYPE_PRIVATE';
  decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT';
  incompatible_content_ground: string;
  incompatible_content_explanation: string;
  incompatible_content_illegal: 'Yes' | 'No';
  decision_facts: string;
  content_type: [`CONTENT_TYPE_${'IMAGE' | 'AUDIO' | 'TEXT' | 'OTHER'}`];
  content_type_other?: string;
  category: string;
  territorial_scope: string[];
  content_date: string;
  application_date: string;
  source_type: 'SOURCE_ARTICLE_16' | 'SOURCE_VOLUNTARY';
  automated_detection: 'Yes' | 'No';
  automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED';
}

interface Restriction {
  fields: Pick<DsaStatement, 'decision_visibility' | 'decision_visibility_other' | 'decision_account'>;
  what: string;
}

const removed = ['DECISION_VISIBILITY_CONTENT_REMOVED'] as ['DECISION_VISIBILITY_CONTENT_REMOVED'];

/** What each measure restricts. A warning restricts nothing, so it needs no statement (DSA, article 17). */
const restrictions: Record<MeasureKind, Restriction | null> = {
  warning: null,
  content_removed: {
    fields: { decision_visibility: removed },
    what: 'Content of a profile or a conversation was removed.',
  },
  correction: {
    fields: { decision_visibility: removed },
    what: 'Details of a profile were replaced by correct ones.',
  },
  badge_removed: {
    fields: {
      decision_visibility: ['DECISION_VISIBILITY_OTHER'],
      decision_visibility_other: 'The badge of verified members was removed from a profile.',
    },
    what: 'A profile lost the badge of verified members.',
  },
  suspension: {
    fields: { decision_account: 'DECISION_ACCOUNT_SUSPENDED' },
    what: 'An account was closed for some days.',
  },
  ban: {
    fields: { decision_account: 'DECISION_ACCOUNT_TERMINATED' },
    what: 'An account was closed for good.',
  },
  // These concern complaints, not content.
  complaint_warning: null,
  complaint_suspension: null,
};

const categories: Record<Ground, string> = {
  fake_profile: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
  harassment: 'STATEMENT_CATEGORY_CYBER_VIOLENCE',
  spam: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  underage: 'STATEMENT_CATEGORY_PROTECTION_OF_MINORS',
  illegal_content: 'STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH',
  privacy: 'STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS',
  payment_fraud: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
  house_rules: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  complaint_misuse: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
};

/** How the content was found, for readers outside the site. */
const findings: Record<Detection, string> = {
  notice: 'Somebody had reported it.',
  own: 'Staff had come across it.',
  words: 'An automatic check of words had found it.',
  image_screening: 'An automatic check of pictures had found it.',
  known_picture: 'An automatic check had recognised a picture that was refused before.',
};

const byMachine: ReadonlySet<Detection> = new Set(['words', 'image_screening', 'known_picture']);

export const needsStatement = (kind: MeasureKind): boolean => restrictions[kind] !== null;

/**
 * The statement about a measure, null if it restricts nothing. Its sentences are fixed: what staff wrote to the member and
 * what the member wrote stay on the site. The ground is always the site's own rules, because a measure does not name a law.
 */
export function statementOf(measure: StatedMeasure): DsaStatement | null {
  const { puid, kind, ground, detection, decided_on, ends_on, countries } = measure;
  const restriction = restrictions[kind];
  if (!restriction) return null;
  const rule = textsOf('mail').getFixedT('en', 'mail')(`measure.grounds.${ground}`);
  return {
    puid,
    ...restriction.fields,
    ...(kind === 'suspension' && ends_on && { end_date_account_restriction: ends_on }),
    account_type: 'ACCOUNT_TYPE_PRIVATE',
    decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
    incompatible_content_ground: rule,
    incompatible_content_explanation: `A person found that the rule was broken. ${restriction.what}`,
    incompatible_content_illegal: ground === 'illegal_content' ? 'Yes' : 'No',
    decision_facts: `${restriction.what} ${findings[detection]} A person looked at it and decided.`,
    ...contentOf(measure),
    category: categories[ground],
    territorial_scope: countries,
    content_date: decided_on,
    application_date: decided_on,
    source_type: detection === 'notice' ? 'SOURCE_ARTICLE_16' : 'SOURCE_VOLUNTARY',
    automated_detection: byMachine.has(detection) ? 'Yes' : 'No',
    automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
  };
}

function contentOf({
  is_picture,
  is_recording,
  detection,
}: StatedMeasure): Pick<DsaStatement, 'content_type' | 'content_type_other'> {
  if (is_picture || detection === 'image_screening' || detection === 'known_picture')
    return { content_type: ['CONTENT_TYPE_IMAGE'] };
  if (is_recording) return { content_type: ['CONTENT_TYPE_AUDIO'] };
  if (detection === 'words') return { content_type: ['CONTENT_TYPE_TEXT'] };
  return {
    content_type: ['CONTENT_TYPE_OTHER'],
    content_type_other: 'Profile or messages on a dating site',
  };
}
