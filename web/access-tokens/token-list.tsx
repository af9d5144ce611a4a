import { type FormEvent, type ReactNode, useState } from 'react';
import { mayWrite, type TokenDays, type TokenScope } from '#contract/lists/token-scopes.ts';
import type { ApiToken } from '#contract/membership/tokens.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx';
import { IconKey } from '#web/ui/icons.ts';
import { Modal } from '#web/ui/modal.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './token-list.module.css';

interface NewToken {
  name: string;
  days: TokenDays;
  scopes: TokenScope[];
  password: string;
}

interface Props {
  factsOf?: (token: ApiToken) => string | null;
  children?: ReactNode;
  tokens: ApiToken[];
  scopes: TokenScope[];
  lifetimes: readonly TokenDays[];
  withPassword?: boolean;
  onAdd(wanted: NewToken): Promise<{ token: string }>;
  onRevoke(id: string): Promise<unknown>;
}

/**
 * Lists, creates and revokes access tokens. A new token is shown once. The page must load the namespace
 * `access_tokens`.
 */
export function TokenList({ tokens, onRevoke, factsOf, ...making }: Props) {
  const { t } = useTranslation('access_tokens');
  const [open, setOpen] = useState(false);
  return (
    <>
      {tokens.length > 0 && (
        <ul className={styles['list']}>
          {tokens.map((token) => (
            <Item key={token.id} token={token} fact={factsOf?.(token) ?? null} onRevoke={onRevoke} />
          ))}
        </ul>
      )}
      <div>
        <Button look="secondary" onClick={() => setOpen(true)}>
          {t('add')}
        </Button>
      </div>
      {open && <MakeToken {...making} onClose={() => setOpen(false)} />}
    </>
  );
}

function Item({
  token: { id, name, scopes, expires_at: expires, last_used_at: used, owner },
  fact,
  onRevoke,
}: {
  token: ApiToken;
  fact: string | null;
  onRevoke: Props['onRevoke'];
}) {
  const { t } = useTranslation('access_tokens');
  const { shortDate, list } = useFormats();
  const { errorText } = useErrorText();
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    await onRevoke(id).catch((error: Error) => toast('error', errorText(error)));
    setBusy(false);
  };
  return (
    <li>
      <IconKey size={20} aria-hidden="true" />
      <span>
        {[name, owner?.name].filter(Boolean).join(' · ')}
        <small>{list(scopes.map((scope) => t(`scopes.${scope.replace(':', '_')}`)))}</small>
        {fact && <small>{fact}</small>}
        <small suppressHydrationWarning>
          {[
            used ? t('used', { date: shortDate(used) }) : t('unused'),
            t('until', { date: shortDate(expires) }),
          ].join(' · ')}
        </small>
      </span>
      <Button look="quiet" size="s" busy={busy} onClick={() => void revoke()}>
        {t('end')}
      </Button>
    </li>
  );
}

function MakeToken({
  scopes,
  lifetimes,
  withPassword,
  children,
  onAdd,
  onClose,
}: Omit<Props, 'tokens' | 'onRevoke' | 'factsOf'> & { onClose: () => void }) {
  const { t } = useTranslation('access_tokens');
  const { errorText } = useErrorText();
  const [chosen, setChosen] = useState<TokenScope[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const name = String(fields.get('name')).trim();
    if (name === '' || chosen.length === 0) return setFault(t('missing'));
    setBusy(true);
    setFault(null);
    try {
      const wanted = {
        name,
        days: Number(fields.get('days')) as NewToken['days'],
        scopes: chosen,
        password: String(fields.get('password') ?? ''),
      };
      setToken((await onAdd(wanted)).token);
    } catch (error) {
      setFault(errorText(error));
    }
    setBusy(false);
  };
  return (
    <Modal open onClose={onClose} title={token ? t('made') : t('add')} size="s" locked={token !== null}>
      {token ? (
        <div className={styles['form']}>
          <p>{t('once')}</p>
          <code className={styles['token']}>{token}</code>
          <CopyButton text={token} />
          <Button onClick={onClose}>{t('kept')}</Button>
        </div>
      ) : (
        <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
          {fault && <Alert tone="error" title={fault} />}
          <TextInput name="name" label={t('name')} hint={t('name_hint')} maxLength={60} autoComplete="off" />
          {(['may_read', 'may_change'] as const).map((may) => (
            <Scopes
              key={may}
              legend={t(may)}
              scopes={scopes.filter((scope) => mayWrite(scope) === (may === 'may_change'))}
              chosen={chosen}
              onChange={setChosen}
            />
          ))}
          <Select
            name="days"
            label={t('lives')}
            defaultValue="90"
            options={lifetimes.map((days) => ({ value: String(days), label: t('days', { count: days }) }))}
          />
          {children}
          {withPassword && (
            <PasswordInput label={t('password')} name="password" autoComplete="current-password" />
          )}
          <Button type="submit" busy={busy}>
            {t('make')}
          </Button>
        </form>
      )}
    </Modal>
  );
}

interface ScopesProps {
  legend: string;
  scopes: TokenScope[];
  chosen: TokenScope[];
  onChange(chosen: TokenScope[]): void;
}

function Scopes({ legend, scopes, chosen, onChange }: ScopesProps) {
  const { t } = useTranslation('access_tokens');
  if (scopes.length === 0) return null;
  return (
    <fieldset className={styles['scopes']}>
      <legend>{legend}</legend>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          label={t(`scopes.${scope.replace(':', '_')}`)}
          checked={chosen.includes(scope)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))
          }
        />
      ))}
    </fieldset>
  );
}
