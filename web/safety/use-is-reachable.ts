import { isWanted } from '#contract/rules/notification-rules.ts';
import { useClock } from '#web/session/use-clock.ts';
import { useMember } from '#web/session/use-session.ts';

const TYPE = 'check_ins';
const MINUTE_MS = 60_000;

/** Whether the reminder to check in can reach the member, by push or by mail. */
export function useIsReachable(): boolean {
  const user = useMember();
  const now = useClock(MINUTE_MS);
  const { notifications_disabled: disabled, push_subscribed, mails_paused_until } = user;
  const isPaused = !!mails_paused_until && (now === null || Date.parse(mails_paused_until) > now);
  const isStopped = (user.disabled_notification_reason ?? 'listunsubscribe') !== 'listunsubscribe';
  const takesMail = user.status === 'active' && !isStopped && !isPaused && isWanted(disabled, 'email', TYPE);
  return takesMail || (push_subscribed === true && isWanted(disabled, 'push', TYPE));
}
