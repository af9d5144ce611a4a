import { redirect } from 'react-router';

/**
 * Target of the system's share sheet for photos (site/web-manifest.ts). The service worker intercepts it.
 * Without one, the member has to choose the photos again.
 */
export const action = () => redirect('/profile');
export const loader = () => redirect('/profile');
