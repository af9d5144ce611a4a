import { sql } from 'kysely';

/** Over `chat_images i`: the image that its message names, which for an album is the first one. */
export const imageOfMessage = sql`coalesce(i.album_of, i.id)`;

/** Over `chat_images i`: the image belongs to a message. */
export const isSent = sql<boolean>`exists (select from messages_with(${imageOfMessage}) m)`;
