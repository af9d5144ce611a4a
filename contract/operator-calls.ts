import { Type } from 'typebox';
import type { Call } from './call.ts';
import { photoStatuses } from './enums.ts';
import { profileCard, user } from './profiles.ts';
import { adminPaymentDetail, adminPayments, adminRefundRequest, newDiscountCode, refundStatuses } from './refunds.ts';
import { discountCode } from './payments.ts';
import { count, id, instant, list, nullable, object, ok, oneOf, optional, page, text, uuid } from './schema.ts';

/** What operators do; answered with 404 to everyone without a role. */
export const operatorCalls = {
  operatorLogin: {
    method: 'POST',
    path: '/api/admin/login.php',
    access: 'public',
    summary: "Log in by the operator's one-time link",
    body: object({ token: text(200, 1) }),
    status: 200,
    reply: user,
  },
  adminPhotos: {
    method: 'GET',
    path: '/api/admin/photos.php',
    access: 'operator',
    summary: 'Photos that wait for inspection',
    query: page,
    status: 200,
    reply: object({
      photos: list(
        object({
          id,
          member: profileCard,
          filename: Type.String(),
          status: oneOf(photoStatuses),
          private: Type.Boolean(),
          created_at: instant,
        }),
      ),
      waiting: count,
      next: nullable(Type.String()),
    }),
  },
  decidePhoto: {
    method: 'POST',
    path: '/api/admin/photos.php',
    access: 'operator',
    summary: 'Approve or refuse a photo',
    body: object({
      id,
      approve: Type.Boolean(),
      reason: optional(oneOf(['not_a_person', 'more_people', 'contact_details', 'explicit', 'minor', 'quality', 'not_own', 'other'])),
    }),
    status: 200,
    reply: ok,
  },
  adminChatImages: {
    method: 'GET',
    path: '/api/admin/chat-images.php',
    access: 'operator',
    summary: 'Flagged images of conversations that wait for a decision',
    query: page,
    status: 200,
    reply: object({
      images: list(object({ id, sender: profileCard, recipient: profileCard, filename: Type.String(), credits: count, created_at: instant })),
      waiting: count,
      next: nullable(Type.String()),
    }),
  },
  decideChatImage: {
    method: 'POST',
    path: '/api/admin/chat-images.php',
    access: 'operator',
    summary: 'Show a flagged image to its recipient, or refuse it and give its credits back',
    body: object({ id, approve: Type.Boolean() }),
    status: 200,
    reply: ok,
  },
  adminPayments: {
    method: 'GET',
    path: '/api/admin/payments.php',
    access: 'operator',
    summary: 'Payments by number or e-mail address; without either what waits for an operator',
    query: Type.Object({ find: optional(text(254)), cursor: optional(text(200)) }),
    status: 200,
    reply: adminPayments,
  },
  adminPayment: {
    method: 'GET',
    path: '/api/admin/payment.php',
    access: 'operator',
    summary: 'A payment with its ledger, refunds and notifications',
    query: Type.Object({ id: uuid }),
    status: 200,
    reply: adminPaymentDetail,
  },
  adminRefund: {
    method: 'POST',
    path: '/api/admin/refund.php',
    access: 'operator',
    summary: 'Ask for a refund, or decide one',
    body: adminRefundRequest,
    status: 200,
    reply: object({ ok: Type.Literal(true), status: optional(oneOf(refundStatuses)) }),
  },
  adminDiscountCodes: {
    method: 'GET',
    path: '/api/admin/discount-codes.php',
    access: 'operator',
    summary: 'Discount codes, the newest first',
    query: page,
    status: 200,
    reply: object({ codes: list(discountCode), next: nullable(Type.String()) }),
  },
  adminDiscountCode: {
    method: 'POST',
    path: '/api/admin/discount-codes.php',
    access: 'operator',
    summary: 'Make a discount code, or change whether it is active',
    body: newDiscountCode,
    status: 200,
    reply: discountCode,
  },
} as const satisfies Record<string, Call>;
