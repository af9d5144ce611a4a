import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { id, instant, list, nullable, object, ok, optional, text, uuid } from '../schema.ts';
import { DATE_NOTE_LENGTH, DATE_PLACE_LENGTH, DATE_WHO_LENGTH } from './date-limits.ts';

const given = {
  who: text(DATE_WHO_LENGTH, 1),
  place: text(DATE_PLACE_LENGTH),
  note: text(DATE_NOTE_LENGTH),
  starts_at: instant,
  time_zone: Type.String({ maxLength: 60, description: 'IANA zone in which the friend sees the times' }),
  check_in_hours: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 24,
      description: 'Hours after the beginning at which the member is asked to check in; null for never',
    }),
  ),
};

const seen = {
  who: Type.String(),
  place: Type.String(),
  note: Type.String(),
  starts_at: instant,
  time_zone: Type.String(),
  check_in_at: nullable(instant),
  checked_in_at: nullable(instant),
  expires_at: instant,
};

const sharedDate = object({
  id,
  token: Type.String({ description: 'Of the link for the friend: /shared-date?token=' }),
  check_in_hours: given.check_in_hours,
  ...seen,
});
export type SharedDate = Static<typeof sharedDate>;

const token = text(100);

export const safetyCalls = {
  sharedDates: {
    method: 'GET',
    path: '/api/shared-dates.php',
    access: 'member',
    summary: 'Dates that I share by link, the next one first',
    status: 200,
    reply: object({ dates: list(sharedDate) }),
  },
  shareDate: {
    method: 'POST',
    path: '/api/shared-dates.php',
    access: 'member',
    summary: 'Share a date by link. A repeat with the same `client_id` returns the first one',
    limits: [{ name: 'share a date', points: 20, seconds: 3600, by: 'member' }],
    body: object({ client_id: uuid, ...given }),
    status: 201,
    reply: object({ id }),
  },
  changeSharedDate: {
    method: 'PUT',
    path: '/api/shared-dates.php',
    access: 'member',
    summary: 'Change a shared date; its link stays. Another time also undoes the check-in',
    limits: [{ name: 'change a shared date', points: 60, seconds: 3600, by: 'member' }],
    body: object({ id, ...given }),
    status: 200,
    reply: ok,
  },
  endSharedDate: {
    method: 'DELETE',
    path: '/api/shared-dates.php',
    access: 'member',
    summary: 'Delete a shared date, whose link ends at once',
    body: object({ id }),
    status: 200,
    reply: ok,
  },
  dateOfFriend: {
    method: 'GET',
    path: '/api/shared-date.php',
    access: 'public',
    summary: 'A shared date as the friend sees it who has the link',
    limits: [
      { name: 'dates of friends', points: 60, seconds: 60, by: 'caller' },
      { name: 'dates of friends of a provider', points: 600, seconds: 60, by: 'provider' },
    ],
    query: Type.Object({ token }),
    status: 200,
    reply: object({ member: Type.String({ description: 'Name of the member' }), ...seen }),
  },
  checkIn: {
    method: 'POST',
    path: '/api/check-in.php',
    access: 'public',
    summary: 'Say that I am fine after a date: as its member by `id`, or by the `token` of the reminder',
    limits: [
      { name: 'check in', points: 60, seconds: 600, by: 'caller' },
      { name: 'check in of a provider', points: 600, seconds: 600, by: 'provider' },
    ],
    body: object({ id: optional(id), token: optional(token) }),
    status: 200,
    reply: object({ checked_in_at: instant }),
  },
} as const satisfies Record<string, Call>;
