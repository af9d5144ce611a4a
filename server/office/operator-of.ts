import type { CallContext } from '../platform/http/context.ts';

export const operatorOf = ({ member, audit }: Pick<CallContext, 'member' | 'audit'>) => ({
  id: member.memberId,
  roles: member.roles,
  sites: member.sites,
  audit,
});
