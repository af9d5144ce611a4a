import { Container, Head, Html, Preview, Section, Text } from '@react-email/components';
import { createElement as h, type ReactElement } from 'react';
import type { MailContent, MailContext } from './context.ts';
import { ink, line, red, sans, serif, softInk, textLink } from './pieces.ts';

/** The evening palette. Mail programs that know no `prefers-color-scheme` keep the day, which stands inline. */
const evening = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: #171011 !important; }
  .card { background-color: #221819 !important; border-color: #38292a !important; }
  .ink { color: #f7ece6 !important; }
  .soft-ink { color: #b59f99 !important; }
  .rule { border-color: #38292a !important; }
  .blush { background-color: #3a1c21 !important; }
  .brand, .accent { color: #ff8e98 !important; }
  .button { background-color: #d6203a !important; color: #ffffff !important; }
}
[data-ogsc] .ink { color: #f7ece6 !important; }
[data-ogsc] .soft-ink { color: #b59f99 !important; }
[data-ogsc] .brand, [data-ogsc] .accent { color: #ff8e98 !important; }
[data-ogsb] .paper { background-color: #171011 !important; }
[data-ogsb] .card { background-color: #221819 !important; }
@media (max-width: 480px) { .card { padding: 28px 22px !important; border-radius: 16px !important; } }
`;

/** The frame of every mail: the site's name, the card with the message, the foot with why, settings, unsubscribe and who. */
export function layout(content: MailContent, context: MailContext, unsubscribeUrl: string | null): ReactElement {
  const { site, t, locale, link } = context;
  const footText = { margin: '0 0 8px', fontFamily: sans, fontSize: 12, lineHeight: '18px', color: softInk };
  return h(
    Html,
    { lang: locale },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, content.subject),
      h('style', { dangerouslySetInnerHTML: { __html: evening } }),
    ),
    h(Preview, null, content.preview),
    // Not the library's Body: it repeats the colour on a cell inside, which the evening's style sheet cannot reach.
    h(
      'body',
      { className: 'paper', style: { margin: 0, padding: '32px 12px', backgroundColor: '#fffaf6' } },
      h(
        Container,
        { style: { maxWidth: 560, margin: '0 auto' } },
        h(
          Text,
          {
            className: 'brand',
            style: { margin: '0 0 20px 4px', fontFamily: serif, fontSize: 26, fontStyle: 'italic', fontWeight: 600, lineHeight: '32px', color: red },
          },
          site.name,
        ),
        h(
          Section,
          { className: 'card', style: { padding: '36px 40px', backgroundColor: '#ffffff', border: `1px solid ${line}`, borderRadius: 20, color: ink } },
          content.body,
        ),
        h(
          Section,
          { style: { padding: '20px 4px 0' } },
          h(Text, { className: 'soft-ink', style: footText }, content.reason),
          unsubscribeUrl === null
            ? null
            : h(
                Text,
                { className: 'soft-ink', style: footText },
                textLink(t('foot.settings'), link('/notifications')),
                ' · ',
                textLink(t('foot.unsubscribe'), unsubscribeUrl),
              ),
          h(Text, { className: 'soft-ink', style: footText }, t('foot.support'), ' ', textLink(site.supportEmail, `mailto:${site.supportEmail}`)),
          site.company ? h(Text, { className: 'soft-ink', style: footText }, site.company) : null,
        ),
      ),
    ),
  );
}
