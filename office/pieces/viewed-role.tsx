import { useSyncExternalStore } from 'react';
import { OFFICE_ROLE_COOKIE, type Role, roles, viewedRoles } from '#contract/lists/roles.ts';
import type { User } from '#contract/membership/user.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useMember } from '#web/session/use-session.ts';
import { WarningBar } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';

const viewed = (): string =>
  decodeURIComponent(new RegExp(`(?:^|; )${OFFICE_ROLE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1] ?? '');

const neverChanges = () => () => {};

/** Looks at the office as somebody with this role until the browser is closed; null ends it. */
export function viewAsRole(role: Role | null): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const kept = role === null ? '; max-age=0' : '';
  document.cookie = `${OFFICE_ROLE_COOKIE}=${role ?? ''}; path=/; samesite=strict${kept}${secure}`;
  // Everything on the screen may be different now.
  location.assign('/admin');
}

/** The operator with the roles that count now. The server renders the office without this choice. */
export function useOperator(): User {
  const user = useMember();
  const role = useSyncExternalStore(neverChanges, viewed, () => '');
  return { ...user, roles: viewedRoles(user.roles, role) };
}

/** States as which role an owner looks at the office, and ends it. */
export function ViewedRole() {
  const { t } = useTranslation('office/frame');
  const own = useMember().roles;
  const [role] = useOperator().roles;
  if (role === undefined || !own.includes('owner') || !roles.includes(role) || role === 'owner') return null;
  return (
    <WarningBar
      action={
        <Button size="s" look="secondary" onClick={() => viewAsRole(null)}>
          {t('viewed_role.leave')}
        </Button>
      }
    >
      {t('viewed_role.banner', { role: t(`roles.${role}`) })}
    </WarningBar>
  );
}
