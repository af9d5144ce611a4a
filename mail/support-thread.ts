import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from './context.ts';
import { button, paragraph, title } from './pieces.ts';

/**
 * Tells a member or visitor that support has received or answered a question. The link is all it says: others may
 * see the inbox, and anybody may have typed a visitor's address. `token` is null for members, who log in.
 */
export const supportThread: MailTemplate<{ thread: number; answered: boolean; token: string | null }> = (
  { thread, answered, token },
  { t, link, site },
) => {
  const words = answered ? 'answered' : 'received';
  return {
    subject: t(`support_thread.subject_${words}`, { site: site.name }),
    preview: t(`support_thread.${words}`),
    reason: t('support_thread.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t(`support_thread.title_${words}`)),
      paragraph(t(`support_thread.${words}`)),
      button(t('support_thread.button'), link(token ? `/support/link?token=${token}` : `/support/${thread}`)),
    ),
  };
};
