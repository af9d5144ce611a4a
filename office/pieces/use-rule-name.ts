import type { SignUpRule } from '#contract/membership/sign-up-rules.ts';
import { useFormats } from '#web/i18n/format.ts';

/** What a rule names, for lists: `AS64496`, a country by its name, else the value. */
export function useRuleName(): (rule: Pick<SignUpRule, 'kind' | 'value'>) => string {
  const { country } = useFormats();
  return ({ kind, value }) => (kind === 'asn' ? `AS${value}` : kind === 'country' ? country(value) : value);
}
