import { useMatches } from 'react-router';

/** The route's name: `index`, `members-id` … */
export const useRouteName = () => useMatches().at(-1)?.id ?? '';
