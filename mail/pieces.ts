import { Button } from '@react-email/button';
import { Heading } from '@react-email/heading';
import { Link } from '@react-email/link';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement as h, type ReactNode } from 'react';
import { day } from '#contract/lists/palette.ts';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import type { MailContext, MailPerson } from './context.ts';

/** Fonts that every mail client has, closest to the site's own. */
export const serif = 'Georgia, "Times New Roman", serif';
export const sans = '"Instrument Sans", "Helvetica Neue", Helvetica, Arial, sans-serif';

export const title = (text: string) =>
  h(
    Heading,
    {
      as: 'h1',
      className: 'ink',
      style: {
        margin: '0 0 16px',
        fontFamily: serif,
        fontSize: 28,
        fontWeight: 500,
        lineHeight: '34px',
        letterSpacing: '-0.02em',
        color: day.ink,
      },
    },
    text,
  );

export const heading = (text: string) =>
  h(
    Heading,
    {
      as: 'h2',
      className: 'ink',
      style: {
        margin: '24px 0 12px',
        fontFamily: serif,
        fontSize: 20,
        fontWeight: 500,
        lineHeight: '28px',
        color: day.ink,
      },
    },
    text,
  );

export const paragraph = (...children: ReactNode[]) =>
  h(
    Text,
    {
      className: 'ink',
      style: { margin: '0 0 16px', fontFamily: sans, fontSize: 16, lineHeight: '25px', color: day.ink },
    },
    ...children,
  );

export const small = (...children: ReactNode[]) =>
  h(
    Text,
    {
      className: 'soft-ink',
      style: { margin: '0 0 12px', fontFamily: sans, fontSize: 14, lineHeight: '21px', color: day['ink-2'] },
    },
    ...children,
  );

export const button = (text: string, href: string) =>
  h(
    Section,
    { style: { margin: '24px 0' } },
    h(
      Button,
      {
        href,
        className: 'button',
        style: {
          backgroundColor: day.red,
          color: day['on-red'],
          fontFamily: sans,
          fontSize: 16,
          fontWeight: 600,
          lineHeight: '20px',
          padding: '14px 28px',
          borderRadius: 99,
          textDecoration: 'none',
        },
      },
      text,
    ),
  );

export const textLink = (text: string, href: string) =>
  h(
    Link,
    { href, className: 'accent', style: { color: day['red-text'], textDecoration: 'underline' } },
    text,
  );

export const fact = (what: string, value: string) =>
  h(
    'tr',
    { key: what },
    h(
      'td',
      {
        className: 'soft-ink rule',
        style: {
          padding: '10px 0',
          borderBottom: `1px solid ${day.line}`,
          fontFamily: sans,
          fontSize: 15,
          color: day['ink-2'],
        },
      },
      what,
    ),
    h(
      'td',
      {
        className: 'ink rule',
        align: 'right',
        style: {
          padding: '10px 0',
          borderBottom: `1px solid ${day.line}`,
          fontFamily: sans,
          fontSize: 15,
          color: day.ink,
          fontWeight: 600,
        },
      },
      value,
    ),
  );

export const facts = (rows: [string, string][]) =>
  h(
    'table',
    {
      width: '100%',
      cellPadding: 0,
      cellSpacing: 0,
      role: 'presentation',
      style: { margin: '0 0 16px', borderCollapse: 'collapse' },
    },
    h('tbody', null, ...rows.map(([what, value]) => fact(what, value))),
  );

export const person = ({ city, kind, ...named }: MailPerson, { t, site }: MailContext, note?: string) =>
  h(
    Section,
    {
      className: 'blush',
      style: { margin: '0 0 16px', padding: '16px 20px', borderRadius: 20, backgroundColor: day.blush },
    },
    h(
      Text,
      {
        className: 'ink',
        style: { margin: 0, fontFamily: serif, fontSize: 20, lineHeight: '28px', color: day.ink },
      },
      nameAndAge(named),
    ),
    city
      ? h(
          Text,
          {
            className: 'soft-ink',
            style: { margin: 0, fontFamily: sans, fontSize: 14, lineHeight: '20px', color: day['ink-2'] },
          },
          city,
        )
      : null,
    note
      ? h(
          Text,
          {
            className: 'soft-ink',
            style: { margin: 0, fontFamily: sans, fontSize: 14, lineHeight: '20px', color: day['ink-2'] },
          },
          note,
        )
      : null,
    kind === 'member'
      ? null
      : h(
          Text,
          {
            className: 'accent',
            style: {
              margin: '6px 0 0',
              fontFamily: sans,
              fontSize: 13,
              fontWeight: 600,
              lineHeight: '18px',
              color: day['red-text'],
            },
          },
          kind === 'fictional' && site.fictionalWord
            ? `${site.fictionalWord}: ${t('person.no_meeting')}`
            : t(`person.${kind}`),
        ),
  );
