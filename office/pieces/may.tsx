import type { ReactNode } from 'react';
import access from 'virtual:office-access';
import type { OfficeCallName } from '#contract/calls.ts';
import type { User } from '#contract/membership/user.ts';
import { useOperator } from './viewed-role.tsx';
import styles from './may.module.css';

export function mayMake(user: Pick<User, 'roles' | 'office_sites'>, call: OfficeCallName): boolean {
  const [roles, needsAllSites] = access[call];
  return roles.some((role) => user.roles.includes(role)) && !(needsAllSites && user.office_sites);
}

export const useMay = (call: OfficeCallName): boolean => mayMake(useOperator(), call);

export function May({ call, children }: { call: OfficeCallName; children: ReactNode }) {
  return useMay(call) && children;
}

/**
 * A form that also displays stored values. Operators who may not make its call see it with disabled fields
 * and without buttons.
 */
export function Editable({ by, children }: { by: OfficeCallName; children: ReactNode }) {
  return useMay(by) ? (
    children
  ) : (
    <fieldset disabled className={styles['read-only']}>
      {children}
    </fieldset>
  );
}
