import script from './read-conversations.ts?worker&url';
import tokens from '#web/theme/tokens.css?url';
import styles from './offline-page.css?url';

export const offlineParts = { tokens, styles, script };
