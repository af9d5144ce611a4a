import type { MailContext, MailPerson } from '../context.ts';
import { paragraph, person } from '../pieces.ts';

export interface DigestProps {
  name: string;
  /** At most five. */
  people: (MailPerson & { count?: number })[];
  /** Includes people who are not shown. */
  total: number;
}

export const people = (
  { people: shown, total }: Pick<DigestProps, 'people' | 'total'>,
  context: MailContext,
) => [
  ...shown.map((one) =>
    person(
      one,
      context,
      one.count === undefined ? undefined : context.t('digest.unread', { count: one.count }),
    ),
  ),
  total > shown.length ? paragraph(context.t('digest.more', { count: total - shown.length })) : null,
];
