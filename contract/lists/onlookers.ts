/** Who looks at a member's own profile on the page "Who can see me"; `incognito` is a stranger while it is on. */
export const onlookers = ['visitor', 'free', 'premium', 'blocked', 'incognito'] as const;
export type Onlooker = (typeof onlookers)[number];
