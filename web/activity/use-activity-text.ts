import type { Activity } from '#contract/activity/calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';

/** The key of an event's words below `events`, for kinds that have several. */
function wordsOf({ kind, details, profile }: Activity): string {
  if (kind === 'measure') return `measure.${details.measure ?? 'warning'}`;
  if (kind === 'appeal_decided') return `appeal_decided.${details.reversed ? 'reversed' : 'upheld'}`;
  if (kind === 'credits_returned') return `credits_returned.${profile ? 'from' : 'plain'}`;
  return kind;
}

export function useActivityText(): (event: Activity, count: number) => string {
  const { t } = useTranslation('activity');
  const { money } = useFormats();
  return (event, count) =>
    count > 1
      ? t(`groups.${event.kind}`, { count })
      : t(`events.${wordsOf(event)}`, {
          name: event.profile?.name ?? '',
          count: event.details.credits ?? event.details.matches ?? 0,
          amount: event.details.money ? money(event.details.money) : '',
        });
}
