/** What a rule for sign-ups compares: the domain of the typed e-mail address, or what the network address says. */
export const signUpRuleKinds = ['mail_domain', 'network', 'asn', 'country'] as const;
export type SignUpRuleKind = (typeof signUpRuleKinds)[number];

/** What a rule does. No rule refuses a sign-up. */
export const signUpRuleEffects = ['hold', 'proof_of_work'] as const;
export type SignUpRuleEffect = (typeof signUpRuleEffects)[number];
