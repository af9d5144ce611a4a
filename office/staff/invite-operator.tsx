import { useState } from 'react';
import type { Role } from '#contract/lists/roles.ts';
import { NO_LIMITS } from '#contract/office/operator-limits.ts';
import type { Operator } from '#contract/office/operators.ts';
import type { SiteChoice } from '#contract/site-settings/sites.ts';
import { SitesChoice } from '#office/pieces/sites-choice.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useMember } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { type AccessDetails, FoldedAccessDetails } from './access-details.tsx';
import { RoleBoxes } from './role-boxes.tsx';
import styles from '#office/pieces/office.module.css';

/** Invites an operator. The limits offered are those of the one who invites. */
export function Invite({ sites, operators = [] }: { sites: SiteChoice[]; operators?: readonly Operator[] }) {
  const { t } = useTranslation(['office/staff', 'office/membership']);
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Role[]>([]);
  const user = useMember();
  const own = user.office_sites ?? null;
  const ownLimits = operators.find(({ id }) => id === user.id)?.limits ?? NO_LIMITS;
  const [chosenSites, setChosenSites] = useState<string[] | null>(own);
  // Null until somebody chooses: the new operator gets the limits of the one who invites.
  const [details, setDetails] = useState<AccessDetails | null>(null);
  const [invited, setInvited] = useState(0);
  const { mutate, isPending } = useAct('inviteOperator', {
    done: t('operators.invited'),
    refresh: ['adminOperators'],
  });
  const clear = () => {
    setEmail('');
    setName('');
    setChosen([]);
    setChosenSites(own);
    setDetails(null);
    setInvited(invited + 1);
  };
  return (
    <Card title={t('operators.invite')}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ email, name, roles: chosen, sites: chosenSites, ...details }, { onSuccess: clear });
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
        <FoldedAccessDetails
          key={invited}
          details={details ?? { languages: [], limits: ownLimits }}
          onChange={setDetails}
        />
        <Button type="submit" busy={isPending} disabled={chosenSites?.length === 0}>
          {t('operators.send')}
        </Button>
      </form>
    </Card>
  );
}
