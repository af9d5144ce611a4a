import { useMatches } from 'react-router';

export const useRouteName = () => useMatches().at(-1)?.id ?? '';
