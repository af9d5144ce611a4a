import { sql } from 'kysely';
import { itemAt } from '#contract/must.ts';
import type { Db } from '../database/index.ts';

export interface OutboxItem {
  kind: 'mail' | 'sms' | 'push';
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  links: string[];
  sent_at: string;
}

export type OutgoingItem = Omit<OutboxItem, 'sent_at' | 'links'>;

/**
 * Stores mails, SMS and pushes in the database if no real provider is set. They survive a restart, and people
 * and tests can read them.
 */
export interface Outbox {
  put(db: Db, item: OutgoingItem): Promise<void>;
  items(filter?: { to?: string; limit?: number }): Promise<(OutboxItem & { id: number })[]>;
  item(id: number): Promise<(OutboxItem & { id: number }) | null>;
}

const PAGE = 200;

export function createOutbox(db: Db): Outbox {
  const columns = sql`id, kind, recipient as "to", subject, body_text as text, body_html as html, links, sent_at`;
  type Row = Omit<OutboxItem, 'sent_at'> & { id: number; sent_at: Date };
  const present = (row: Row) => ({ ...row, sent_at: row.sent_at.toISOString() });
  return {
    async put(within, { kind, to, subject, text, html }) {
      await sql`
        insert into outbox_items (kind, recipient, subject, body_text, body_html, links)
        values (${kind}, ${to}, ${subject}, ${text}, ${html}, ${linksOf(html, text)}::text[])`.execute(
        within,
      );
    },
    async items({ to, limit = PAGE } = {}) {
      const { rows } = await sql<Row>`
        select ${columns} from outbox_items where ${to ?? null}::text is null or recipient = ${to ?? null} order by id desc limit ${limit}`.execute(
        db,
      );
      return rows.map(present);
    },
    async item(id) {
      const { rows } = await sql<Row>`select ${columns} from outbox_items where id = ${id}`.execute(db);
      return rows[0] ? present(rows[0]) : null;
    },
  };
}

function linksOf(html: string | null, text: string): string[] {
  const found = html
    ? [...html.matchAll(/<a\s[^>]*?href="([^"]+)"/g)].map((link) =>
        itemAt(link, 1).replaceAll('&amp;', '&').replaceAll('&#x27;', "'"),
      )
    : (text.match(/https?:\/\/\S+/g) ?? []);
  return [...new Set(found.filter((link) => link.startsWith('http')))];
}
