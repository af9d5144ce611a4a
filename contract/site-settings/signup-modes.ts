/** Who can sign up on a site. */
export const signupModes = ['all', 'with_trafficsource', 'invite'] as const;
