import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Role } from '#contract/lists/roles.ts';
import type { Operator } from '#contract/office/operators.ts';
import type { SiteChoice } from '#contract/site-settings/sites.ts';
import { Fold } from '#office/pieces/fold.tsx';
import { Editable, May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { SitesChoice, useSitesText } from '#office/pieces/sites-choice.tsx';
import { Table } from '#office/pieces/table.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useMember } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Page } from '#web/ui/page.tsx';
import { AccessDetailsFields, isSameDetails, useDetailsText } from './access-details.tsx';
import { Invite } from './invite-operator.tsx';
import { RoleBoxes } from './role-boxes.tsx';
import styles from '#office/pieces/office.module.css';
import access from './limit-fields.module.css';

const listQuery = callQuery('adminOperators');

export const load = officeLoad(listQuery);
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
                  <Access
                    key={JSON.stringify([
                      operator.roles,
                      operator.sites,
                      operator.languages,
                      operator.limits,
                    ])}
                    operator={operator}
                    sites={sites}
                  />
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
                operator.active && operator.id !== user.id && <LoginHelp operator={operator} />,
            },
          ]}
        />
        <May call="inviteOperator">
          <Invite sites={sites} operators={data?.operators} />
        </May>
      </div>
    </Page>
  );
}

function LoginHelp({ operator }: { operator: Operator }) {
  return (
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
  const [details, setDetails] = useState({ languages: operator.languages, limits: operator.limits });
  const limited = useMember().office_sites !== undefined;
  const { mutate, isPending } = useAct('changeOperator', {
    done: t('operators.access_changed'),
    refresh: ['adminOperators'],
  });
  const sameSites = isSameSet(chosenSites, operator.sites);
  const sameDetails = isSameDetails(details, operator);
  const inWords = useAccessText(sites)(operator);
  const changed = !isSameSet(chosen, operator.roles) || !sameSites || !sameDetails;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({
      id: operator.id,
      roles: chosen,
      ...(!sameSites && { sites: chosenSites }),
      ...(!sameDetails && details),
    });
  };
  return (
    <Fold summary={<span>{inWords}</span>} className={access['fold']}>
      <form className={styles['form']} onSubmit={submit}>
        <RoleBoxes chosen={chosen} onChange={setChosen} />
        <SitesChoice sites={sites} chosen={chosenSites} onChange={setChosenSites} limited={limited} />
        <AccessDetailsFields details={details} onChange={setDetails} />
        {changed && (
          <Button
            type="submit"
            size="s"
            look={chosen.length === 0 ? 'danger' : 'secondary'}
            busy={isPending}
            disabled={chosenSites?.length === 0}
          >
            {t(chosen.length === 0 ? 'operators.end' : 'operators.save_access')}
          </Button>
        )}
      </form>
    </Fold>
  );
}

/** What an operator may do, for which sites and members, in words. */
function useAccessText(sites: readonly SiteChoice[]): (operator: Operator) => string {
  const { t } = useTranslation(['office/staff', 'office/frame']);
  const sitesText = useSitesText(sites);
  const detailsText = useDetailsText();
  return (operator) =>
    operator.roles.length === 0
      ? t('operators.no_access')
      : [
          operator.roles.map((role) => t(`office/frame:roles.${role}`)).join(', '),
          ...(sites.length > 1 ? [sitesText(operator.sites)] : []),
          detailsText(operator),
        ].join(' · ');
}

const isSameSet = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === null || other === null
    ? one === other
    : one.length === other.length && one.every((item) => other.includes(item));
