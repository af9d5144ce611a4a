import type { ReactNode } from 'react';
import callRoles from 'virtual:office-roles';
import type { OfficeCallName } from '#contract/calls.ts';
import { useMember } from '#web/session/use-session.ts';
import styles from './may.module.css';

export const mayMake = (own: readonly string[], call: OfficeCallName): boolean =>
  callRoles[call].some((role) => own.includes(role));

export const useMay = (call: OfficeCallName): boolean => mayMake(useMember().roles, call);

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
