import type { MailContext, MailPerson } from '../context.ts';
import { paragraph, person } from '../pieces.ts';

/** What a digest is made of: who it is about, and how many there are in all. */
export interface DigestProps {
  name: string;
  /** The first of them, at most five. */
  people: (MailPerson & { count?: number })[];
  /** All of them, also those that are not shown. */
  total: number;
}

/** A box for each person shown, and a line for those who are not. */
export const people = ({ people: shown, total }: Pick<DigestProps, 'people' | 'total'>, context: MailContext) => [
  ...shown.map((one) => person(one, context, one.count === undefined ? undefined : context.t('digest.unread', { count: one.count }))),
  total > shown.length ? paragraph(context.t('digest.more', { count: total - shown.length })) : null,
];
