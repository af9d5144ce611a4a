import { useQuery } from '@tanstack/react-query';
import { itemOf } from '#contract/lists/item-of.ts';
import { isOwner, roles } from '#contract/lists/roles.ts';
import { isLimited } from '#contract/office/operator-limits.ts';
import type { RolePowers } from '#contract/office/roles.ts';
import { officeLoad } from '#office/pieces/office-load.ts';
import { Table } from '#office/pieces/table.tsx';
import { viewAsRole } from '#office/pieces/viewed-role.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useMember } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { type AccessDetails, useDetailsText } from './access-details.tsx';
import linkChoice from '#office/pieces/link-choice.module.css';
import styles from './roles.module.css';

const rolesQuery = callQuery('adminRoles');
export const load: ScreenLoad = officeLoad(rolesQuery);
export const handle = { i18n: ['office/staff', 'errors'] };

/** What a role may do, from the rows of the calls. */
export default function Roles() {
  const { t } = useTranslation(['office/staff', 'office/frame']);
  const { data } = useQuery(rolesQuery);
  const own = useMember().roles;
  const [search] = useSearchParams();
  const role = itemOf(roles, search.get('role')) ?? own[0] ?? 'owner';
  const powers = data?.roles.find((each) => each.role === role)?.calls ?? [];
  const modules = [...new Set(powers.map(({ module }) => module))];
  return (
    <Page title={t('roles.title')} lead={t('roles.lead')} className={styles['page']}>
      <nav className={linkChoice['choice']} aria-label={t('roles.choose')}>
        {roles.map((each) => (
          <Link
            key={each}
            to={`?role=${each}`}
            aria-current={each === role ? 'true' : undefined}
            preventScrollReset
          >
            {t(`office/frame:roles.${each}`)}
          </Link>
        ))}
      </nav>
      {isOwner(own) && role !== 'owner' && (
        <div>
          <Button look="secondary" onClick={() => viewAsRole(role)}>
            {t('roles.view_as', { role: t(`office/frame:roles.${role}`) })}
          </Button>
          <p className={styles['quiet']}>{t('roles.view_as_text')}</p>
        </div>
      )}
      {data && <OwnAccess languages={data.own_languages} limits={data.own_limits} />}
      {!data && <TextSkeleton lines={12} />}
      {modules.map((module) => (
        <Powers key={module} module={module} calls={powers.filter((call) => call.module === module)} />
      ))}
    </Page>
  );
}

/** What applies to the caller's account, whatever its role. */
function OwnAccess(details: AccessDetails) {
  const { t } = useTranslation('office/staff');
  const inWords = useDetailsText()(details);
  const explained = [
    details.languages.length > 0 && t('languages.lead'),
    isLimited(details.limits) && `${t('limits.lead')} ${t('limits.amount')}`,
  ].filter(Boolean);
  return (
    <Card title={t('roles.own')} className={styles['card']}>
      <p className={styles['own']}>{inWords}</p>
      {explained.length > 0 && <p className={styles['quiet']}>{explained.join(' ')}</p>}
    </Card>
  );
}

function Powers({ module, calls }: { module: string; calls: RolePowers['calls'] }) {
  const { t } = useTranslation('office/staff');
  const title = module.charAt(0).toUpperCase() + module.slice(1).replaceAll('-', ' ');
  return (
    <Card title={title} className={styles['card']}>
      <Table
        caption={title}
        rows={calls.toSorted((one, other) => Number(other.changes) - Number(one.changes))}
        keyOf={({ name }) => name}
        empty={null}
        columns={[
          {
            key: 'what',
            head: t('roles.what'),
            width: 56,
            title: true,
            cell: ({ summary }) => <span lang="en">{summary}</span>,
          },
          {
            key: 'kind',
            head: t('roles.kind'),
            width: 16,
            cell: ({ changes }) => (
              <Tag tone={changes ? 'gold' : 'soft'}>{t(changes ? 'roles.changes' : 'roles.reads')}</Tag>
            ),
          },
          {
            key: 'needs',
            head: t('roles.needs'),
            width: 28,
            cell: ({ step_up: stepUp, all_sites: allSites }) =>
              [stepUp && t('roles.step_up'), allSites && t('roles.all_sites')].filter(Boolean).join(', ') ||
              '–',
          },
        ]}
      />
    </Card>
  );
}
