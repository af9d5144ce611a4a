import { useMatches } from 'react-router';

/** The route's name of section 2: `index`, `members-id` … */
export const useRouteName = () => useMatches().at(-1)?.id ?? '';
