import tokens from '#web/theme/tokens.css?url';
import styles from './offline-page.css?url';
import script from './read-conversations.ts?worker&url';

/** What the offline page needs. The app names it to the worker, which keeps it with the page. */
export const offlineParts = { tokens, styles, script };
