import type { TemplateName, TemplateProps } from './index.ts';

/**
 * Templates without the reader's name. Only these may go to the address of an unconfirmed account, because
 * the person who signed up chose both name and address, and the address may be a stranger's.
 */
export type NamelessTemplate = {
  [T in TemplateName]: TemplateProps<T> extends { name: unknown } ? never : T;
}[TemplateName];

/** An order number in this site's format. Mails to typed addresses repeat no text in another format. */
export type OrderNumber = `${string}-${string}-${string}-${string}-${string}`;

/**
 * Mails to addresses that were typed into a form and may be a stranger's. Their props cannot contain typed
 * text, only numbers, codes, dates, money, and text written by operators.
 */
export interface TypedMails {
  invitation: TemplateProps<'invitation'>;
  'complaint-receipt': { id: number };
  'complaint-decision': Pick<TemplateProps<'complaint-decision'>, 'id' | 'outcome' | 'note' | 'token'>;
  'trusted-flagger': { token: string };
  'support-thread': { thread: number; answered: boolean; token: string };
  'appeal-decision': Pick<TemplateProps<'appeal-decision'>, 'reversed' | 'note'>;
  withdrawal: Omit<TemplateProps<'withdrawal'>, 'name' | 'order'> & { order: OrderNumber | null };
}

export type TypedTemplate = keyof TypedMails;

/** Whether a form alone causes the mail, without anybody in the office. An address gets few of those. */
export const isByForm: { [T in TypedTemplate]: (props: TypedMails[T]) => boolean } = {
  invitation: () => false,
  'complaint-receipt': () => true,
  'complaint-decision': () => false,
  'trusted-flagger': () => false,
  'support-thread': ({ answered }) => !answered,
  'appeal-decision': () => false,
  withdrawal: () => true,
};

export const typedProps: { [T in TypedTemplate]: (props: TypedMails[T]) => TemplateProps<T> } = {
  invitation: (props) => props,
  'complaint-receipt': (props) => ({ ...props, text: '' }),
  'complaint-decision': (props) => ({ ...props, member: false }),
  'trusted-flagger': (props) => props,
  'support-thread': (props) => props,
  'appeal-decision': (props) => ({ ...props, name: null }),
  withdrawal: (props) => ({ ...props, name: null, order: props.order ?? '' }),
};
