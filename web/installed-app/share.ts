import { redirect } from 'react-router';

/** Where the system's share sheet sends photos (site/web-manifest.ts). The worker takes them; without one they are chosen again. */
export const action = () => redirect('/profile');
export const loader = () => redirect('/profile');
