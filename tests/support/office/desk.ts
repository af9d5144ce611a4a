import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TestApp } from '../app.ts';
import type { Client } from '../client.ts';
import { browserOf, plant } from '../members.ts';

export async function plantWriter(app: TestApp, name: string): Promise<Client> {
  const id = await plant(app, { name });
  await sql`update members set roles = '{writer}' where id = ${id}`.execute(app.db);
  return browserOf(app, id);
}

/** Sends a message to a fictional profile, and returns the id of the conversation that waits for an answer. */
export async function writeToProfile(member: Client, profile: number, text = 'Hello there'): Promise<number> {
  await member.must('fictionalAck', { body: { profile } });
  const { conversation } = await member.must('send', { body: { profile, client_id: randomUUID(), text } });
  return conversation.id;
}

export const answerOf = (conversation: number, text: string, more: object = {}) => ({
  body: { conversation, client_id: randomUUID(), text, ...more },
});
