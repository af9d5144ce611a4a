import script from './read-conversations.ts?worker&url';
import tokens from '#web/theme/tokens.css?url';
import styles from './offline-page.css?url';

/**
 * Assets of the offline page. The app passes their URLs to the service worker, which caches them with the
 * page.
 */
export const offlineParts = { tokens, styles, script };
