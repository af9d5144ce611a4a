import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['contact_conditions'],
  reads: [
    'acquaintances',
    'age_checks',
    'blocks',
    'complaints',
    'dismissed_profiles',
    'flagged_texts',
    'likes',
    'members',
    'person_marks',
    'photos',
    'profiles',
    'verification_demands',
  ],
  functions: {
    is_there: [],
    is_reachable: [],
    is_known: [],
    is_invisible_to: [],
    seen_through: [],
    seen_by: [],
    unmet_condition: [],
    lacks_age_check: [],
    verification_signals: [],
    needs_verification: [],
    lacks_verification: [],
    plain_words: [],
    has_hidden_word: [],
  },
  personal: [
    {
      table: 'contact_conditions',
      columns: ['member_id'],
      exportAs: 'contact_conditions',
      omit: ['counted', 'counted_from'],
      onPurge: 'goes',
    },
  ],
};
