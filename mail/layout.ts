import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement as h, type ReactElement } from 'react';
import { accentColours } from '#contract/lists/accent-colours.ts';
import { day, evening as dark } from '#contract/lists/palette.ts';
import { sectionPath } from '#contract/membership/settings-sections.ts';
import type { Accent } from '#contract/site-settings/settings.ts';
import type { MailContent, MailContext } from './context.ts';
import { sans, serif, textLink } from './pieces.ts';

/** The dark palette. Mail clients without `prefers-color-scheme` show the inline light colours. */
const evening = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${dark.paper} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .soft-ink { color: ${dark['ink-2']} !important; }
  .rule { border-color: ${dark.line} !important; }
  .blush { background-color: ${dark.blush} !important; }
  .brand, .accent { color: ${dark['red-text']} !important; }
  .button { background-color: ${day.red} !important; color: ${day['on-red']} !important; }
}
[data-ogsc] .ink { color: ${dark.ink} !important; }
[data-ogsc] .soft-ink { color: ${dark['ink-2']} !important; }
[data-ogsc] .brand, [data-ogsc] .accent { color: ${dark['red-text']} !important; }
[data-ogsb] .paper { background-color: ${dark.paper} !important; }
[data-ogsb] .card { background-color: ${dark.card} !important; }
@media (max-width: 480px) { .card { padding: 28px 22px !important; border-radius: 16px !important; } }
`;

/**
 * The site's accent, overriding the inline red. Mail clients that drop style sheets show the red, which is
 * readable on both backgrounds.
 */
function accented(accent: Accent): string {
  if (accent === 'red') return '';
  const of = (role: keyof (typeof accentColours)[typeof accent], scheme: 0 | 1) =>
    accentColours[accent][role][scheme];
  return `
.brand, .accent { color: ${of('red-text', 0)} !important; }
.button { background-color: ${of('red', 0)} !important; color: ${of('on-red', 0)} !important; }
.blush { background-color: ${of('blush', 0)} !important; }
@media (prefers-color-scheme: dark) {
  .brand, .accent { color: ${of('red-text', 1)} !important; }
  .blush { background-color: ${of('blush', 1)} !important; }
}
[data-ogsc] .brand, [data-ogsc] .accent { color: ${of('red-text', 1)} !important; }
`;
}

interface Frame {
  unsubscribeUrl: string | null;
  /** Absolute address of the site's logo. Without it, and if images are blocked, the name is shown. */
  logoUrl: string | null;
}

/**
 * The layout of every mail: the site's logo or name, a card with the message, and a footer with reason,
 * settings, unsubscribe link and company.
 */
export function layout(
  content: MailContent,
  context: MailContext,
  { unsubscribeUrl, logoUrl }: Frame,
): ReactElement {
  const { site, locale } = context;
  return h(
    Html,
    { lang: locale },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, content.subject),
      h('style', { dangerouslySetInnerHTML: { __html: evening + accented(site.accent ?? 'red') } }),
    ),
    h(Preview, null, content.preview),
    // The library's Body would repeat the colour on an inner cell that the dark style sheet cannot reach.
    h(
      'body',
      { className: 'paper', style: { margin: 0, padding: '32px 12px', backgroundColor: day.paper } },
      h(
        Container,
        { style: { maxWidth: 560, margin: '0 auto' } },
        letterhead(site.name, logoUrl),
        h(
          Section,
          {
            className: 'card',
            style: {
              padding: '36px 40px',
              backgroundColor: day.card,
              border: `1px solid ${day.line}`,
              borderRadius: 20,
              color: day.ink,
            },
          },
          content.body,
        ),
        footer(content.reason, context, unsubscribeUrl),
      ),
    ),
  );
}

function letterhead(siteName: string, logoUrl: string | null): ReactElement {
  return h(
    Text,
    {
      className: 'brand',
      style: {
        margin: '0 0 20px 4px',
        fontFamily: serif,
        fontSize: 26,
        fontStyle: 'italic',
        fontWeight: 600,
        lineHeight: '32px',
        color: day.red,
      },
    },
    logoUrl
      ? h('img', {
          src: logoUrl,
          alt: siteName,
          height: 32,
          style: { display: 'block', height: 32, maxWidth: '100%', border: 0 },
        })
      : siteName,
  );
}

function footer(
  reason: MailContent['reason'],
  { site, t, link }: MailContext,
  unsubscribeUrl: string | null,
): ReactElement {
  const style = {
    margin: '0 0 8px',
    fontFamily: sans,
    fontSize: 12,
    lineHeight: '18px',
    color: day['ink-2'],
  };
  return h(
    Section,
    { style: { padding: '20px 4px 0' } },
    h(Text, { className: 'soft-ink', style }, reason),
    unsubscribeUrl === null
      ? null
      : h(
          Text,
          { className: 'soft-ink', style },
          textLink(t('foot.settings'), link(sectionPath('preferences'))),
          ' · ',
          textLink(t('foot.unsubscribe'), unsubscribeUrl),
        ),
    h(
      Text,
      { className: 'soft-ink', style },
      t('foot.support'),
      ' ',
      textLink(site.supportEmail, `mailto:${site.supportEmail}`),
    ),
    site.company ? h(Text, { className: 'soft-ink', style }, site.company) : null,
  );
}
