import { kindOf } from '#contract/activity/activity-kinds.ts';
import type { Activity } from '#contract/activity/calls.ts';

/** Events of one kind and day that are shown as one entry, newest first. */
export interface ActivityGroup {
  first: Activity;
  events: Activity[];
}

export interface ActivityDay {
  date: string;
  groups: ActivityGroup[];
}

/**
 * Sorts events into days, and groups events of one kind within a day. Fictional profiles and cam listings stay on
 * their own, because "three people" must be people.
 */
export function activityDays(
  events: readonly Activity[],
  sameDay: (one: string, other: string) => boolean,
): ActivityDay[] {
  const days: ActivityDay[] = [];
  for (const event of events) {
    let day = days.at(-1);
    if (!day || !sameDay(day.date, event.created_at)) {
      day = { date: event.created_at, groups: [] };
      days.push(day);
    }
    const group = isGrouped(event)
      ? day.groups.find(({ first }) => first.kind === event.kind && isGrouped(first))
      : undefined;
    if (group) group.events.push(event);
    else day.groups.push({ first: event, events: [event] });
  }
  return days;
}

const isGrouped = ({ kind, profile }: Activity): boolean =>
  kindOf(kind).groupPath !== undefined && (profile === undefined || profile.kind === 'member');
