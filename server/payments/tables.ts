import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { ModuleTables } from '../platform/module-tables.ts';
import { receiptFile } from './receipts/receipt-file.ts';

export const tables: ModuleTables<App> = {
  owns: [
    'packages',
    'package_prices',
    'payment_methods',
    'payment_method_costs',
    'payment_method_gateways',
    'vat_rates',
    'payments',
    'payment_notifications',
    'sandbox_orders',
    'receipts',
    'receipt_numbers',
    'direct_debits',
    'refunds',
    'withdrawals',
    'disputes',
    'gateway_disputes',
    'discount_codes',
    'gateway_contacts',
    'discount_uses',
    'stored_cards',
  ],
  columns: { members: ['paid_user', 'welcome_ended_at'] },
  reads: ['ledger_entries', 'members', 'profiles'],
  personal: [
    {
      table: 'payments',
      columns: ['member_id'],
      exportAs: 'payments',
      omit: ['details'],
      onPurge: 'stays',
      because: 'tax law keeps what was sold for years',
      clear: `details = '{}', return_to = null, redirect_url = null, failure_reason = null`,
    },
    {
      table: 'sandbox_orders',
      columns: ['member_id'],
      notExported: 'the trial gateway of development',
      onPurge: 'stays',
      because: 'the trial gateway keeps its orders, as a real one does, and refunds them later',
      clear: `description = '', return_url = '', card = null`,
    },
    {
      table: 'receipts',
      columns: ['member_id'],
      exportAs: 'receipts',
      onPurge: 'stays',
      because: 'tax law keeps what was sold for years; they name no buyer',
    },
    {
      table: 'direct_debits',
      columns: ['member_id'],
      exportAs: 'direct_debits',
      omit: ['form_encrypted', 'iban_hash', 'code_hash'],
      onPurge: 'stays',
      because: 'an account that bounced stays blocked by its keyed hash',
      clear: `form_encrypted = '', iban_last4 = '', mobile_last2 = ''`,
    },
    {
      table: 'refunds',
      columns: ['member_id'],
      exportAs: 'refunds',
      omit: ['asked_by', 'decided_by'],
      onPurge: 'stays',
      because: 'belongs to a payment',
      clear: 'claim_url = null',
    },
    {
      table: 'withdrawals',
      columns: ['member_id'],
      exportAs: 'withdrawals',
      omit: ['handled_by'],
      onPurge: 'stays',
      because: 'proves that a withdrawal was received and confirmed',
      clear: `name = '', email = '', order_text = ''`,
    },
    { table: 'discount_codes', columns: ['member_id'], exportAs: 'discount_codes', onPurge: 'goes' },
    {
      table: 'discount_uses',
      columns: ['member_id'],
      exportAs: 'discount_uses',
      onPurge: 'stays',
      because: 'belongs to a payment',
    },
    {
      table: 'stored_cards',
      columns: ['member_id'],
      exportAs: 'stored_cards',
      omit: ['token'],
      onPurge: 'goes',
    },
  ],
  async exportFiles(app, memberId) {
    const { rows } = await sql<{
      id: string;
      number: string;
    }>`select id, number from receipts where member_id = ${memberId} order by number`.execute(app.db);
    return rows.map(({ id, number }) => ({
      name: `receipts/${number}.pdf`,
      content: async () => (await receiptFile(app, id, { owner: memberId })).pdf,
    }));
  },
};
