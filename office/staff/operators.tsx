import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Role, roles } from '#contract/lists/roles.ts';
import type { Operator } from '#contract/office/operators.ts';
import type { SiteChoice } from '#contract/site-settings/sites.ts';
import { Editable, May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { SitesChoice } from '#office/pieces/sites-choice.tsx';
import { Table } from '#office/pieces/table.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { useMember } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextInput } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import styles from '#office/pieces/office.module.css';

const listQuery = callQuery('adminOperators');

const load = officeLoad(listQuery);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['office/membership', 'office/staff', 'errors'] };

export default function Operators() {
  const { t } = useTranslation(['office/staff', 'office/membership', 'office/frame']);
  const { shortDate } = useFormats();
  const { data } = useQuery(listQuery);
  const user = useMember();
  const sites = data?.sites ?? [];
  return (
    <Page
      title={t('office/frame:menu.operators')}
      lead={t(sites.length > 1 ? 'operators.lead_sites' : 'operators.lead')}
    >
      <div className={styles['file']}>
        <Table<Operator>
          caption={t('office/frame:menu.operators')}
          rows={data?.operators ?? []}
          keyOf={({ id }) => id}
          empty={null}
          columns={[
            {
              key: 'name',
              width: 24,
              head: t('members.name'),
              title: true,
              cell: ({ name, email }) => (
                <>
                  {name}
                  <small className={styles['address']}>{email}</small>
                </>
              ),
            },
            {
              key: 'roles',
              width: 42,
              head: t(sites.length > 1 ? 'operators.roles_and_sites' : 'operators.roles'),
              cell: (operator) => (
                <Editable by="changeOperator">
                  <Access key={`${operator.roles} ${operator.sites}`} operator={operator} sites={sites} />
                </Editable>
              ),
            },
            {
              key: 'seen',
              width: 14,
              head: t('member.last_seen'),
              cell: ({ last_seen }) => (
                <span suppressHydrationWarning>
                  {last_seen ? shortDate(last_seen) : t('operators.not_here')}
                </span>
              ),
            },
            {
              key: 'access',
              width: 20,
              head: t('leave.title'),
              cell: (operator) =>
                operator.active &&
                operator.id !== user.id && (
                  <>
                    {operator.last_seen === null && (
                      <May call="inviteOperator">
                        <InviteAgain operator={operator} />
                      </May>
                    )}
                    <May call="forgetOperatorFactor">
                      <ForgetFactor operator={operator} />
                    </May>
                  </>
                ),
            },
          ]}
        />
        <May call="inviteOperator">
          <Invite sites={sites} />
        </May>
      </div>
    </Page>
  );
}

function InviteAgain({ operator: { email, name, roles: own, sites } }: { operator: Operator }) {
  const { t } = useTranslation('office/staff');
  const { mutate, isPending } = useAct('inviteOperator', {
    done: t('operators.invited'),
    refresh: ['adminOperators'],
  });
  if (email === null || name === null) return null;
  return (
    <Button look="quiet" size="s" busy={isPending} onClick={() => mutate({ email, name, roles: own, sites })}>
      {t('operators.resend')}
    </Button>
  );
}

function ForgetFactor({ operator: { id, name } }: { operator: Operator }) {
  const { t } = useTranslation('office/staff');
  const [asks, setAsks] = useState(false);
  const { mutate, isPending } = useAct('forgetOperatorFactor', {
    done: t('operators.forgotten', { name }),
    refresh: ['adminOperators'],
  });
  return (
    <>
      <Button look="quiet" size="s" onClick={() => setAsks(true)}>
        {t('operators.forget')}
      </Button>
      <Modal
        open={asks}
        onClose={() => setAsks(false)}
        title={t('operators.forget_title', { name })}
        size="s"
        footer={
          <Button
            look="danger"
            busy={isPending}
            onClick={() => mutate({ id }, { onSuccess: () => setAsks(false) })}
          >
            {t('operators.forget_do')}
          </Button>
        }
      >
        <p>{t('operators.forget_text', { name })}</p>
      </Modal>
    </>
  );
}

function Access({ operator, sites }: { operator: Operator; sites: SiteChoice[] }) {
  const { t } = useTranslation('office/staff');
  const [chosen, setChosen] = useState<Role[]>(operator.roles);
  const [chosenSites, setChosenSites] = useState(operator.sites);
  const limited = useMember().office_sites !== undefined;
  const { mutate, isPending } = useAct('changeOperator', {
    done: t(sites.length > 1 ? 'operators.access_changed' : 'operators.changed'),
    refresh: ['adminOperators'],
  });
  const sameSites = isSameSet(chosenSites, operator.sites);
  const changed = !isSameSet(chosen, operator.roles) || !sameSites;
  return (
    <div className={styles['form']}>
      <RoleBoxes chosen={chosen} onChange={setChosen} />
      <SitesChoice sites={sites} chosen={chosenSites} onChange={setChosenSites} limited={limited} />
      {changed && (
        <Button
          size="s"
          look={chosen.length === 0 ? 'danger' : 'secondary'}
          busy={isPending}
          disabled={chosenSites?.length === 0}
          onClick={() =>
            mutate({ id: operator.id, roles: chosen, ...(!sameSites && { sites: chosenSites }) })
          }
        >
          {t(
            chosen.length === 0
              ? 'operators.end'
              : sites.length > 1
                ? 'operators.save_access'
                : 'operators.save',
          )}
        </Button>
      )}
    </div>
  );
}

const isSameSet = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === null || other === null
    ? one === other
    : one.length === other.length && one.every((item) => other.includes(item));

function RoleBoxes({ chosen, onChange }: { chosen: Role[]; onChange: (roles: Role[]) => void }) {
  const { t } = useTranslation('office/frame');
  return (
    <div className={styles['tags']}>
      {roles.map((role) => (
        <Checkbox
          key={role}
          label={t(`roles.${role}`)}
          checked={chosen.includes(role)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, role] : chosen.filter((each) => each !== role))
          }
        />
      ))}
    </div>
  );
}

function Invite({ sites }: { sites: SiteChoice[] }) {
  const { t } = useTranslation(['office/staff', 'office/membership']);
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Role[]>([]);
  const own = useMember().office_sites ?? null;
  const [chosenSites, setChosenSites] = useState<string[] | null>(own);
  const { mutate, isPending } = useAct('inviteOperator', {
    done: t('operators.invited'),
    refresh: ['adminOperators'],
  });
  return (
    <Card title={t('operators.invite')}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          mutate(
            { email, name, roles: chosen, sites: chosenSites },
            { onSuccess: () => (setEmail(''), setName(''), setChosen([]), setChosenSites(own)) },
          );
        }}
      >
        <TextInput
          label={t('office/membership:members.name')}
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextInput
          label={t('office/membership:members.email')}
          type="email"
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <RoleBoxes chosen={chosen} onChange={setChosen} />
        <SitesChoice sites={sites} chosen={chosenSites} onChange={setChosenSites} limited={own !== null} />
        <Button type="submit" busy={isPending} disabled={chosenSites?.length === 0}>
          {t('operators.send')}
        </Button>
      </form>
    </Card>
  );
}
