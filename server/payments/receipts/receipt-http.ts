import type { FastifyReply } from 'fastify';
import type { ReceiptFile } from './receipt-file.ts';

export const sendReceipt = (reply: FastifyReply, { name, pdf }: ReceiptFile) =>
  reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(pdf);
