import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { facts, paragraph, small, title } from '../pieces.ts';

export const complaintReceipt: MailTemplate<{ id: number; text: string }> = ({ id, text }, { t, site }) => ({
  subject: t('complaint_receipt.subject', { id, site: site.name }),
  preview: t('complaint_receipt.preview'),
  reason: t('complaint_receipt.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('complaint_receipt.title')),
    paragraph(t('complaint_receipt.text')),
    facts([[t('complaint_receipt.number'), String(id)]]),
    small(t('complaint_receipt.yours')),
    small(text),
  ),
});
