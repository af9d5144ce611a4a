import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { CONTACTS_PER_IMPORT } from '#contract/acquaintances/contact-identity.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useBrowser } from '#web/page/use-browser.ts';
import { loadChunk } from '#web/session/missing-chunk.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { hasContactPicker } from './contact-picker.ts';
import { refreshPeople } from './refresh-people.ts';
import { MOST_FILE_MEGABYTES, useContactSources } from './use-contact-sources.ts';
import styles from './acquaintances.module.css';

export function AddContacts({ hashKey }: { hashKey: string }) {
  const { t } = useTranslation(['acquaintances', 'common']);
  const { errorText } = useErrorText();
  const { number, country } = useFormats();
  const member = useMember();
  const sources = useContactSources(member.profile.country);
  const [pasted, setPasted] = useState('');
  const [pasteError, setPasteError] = useState<string>();
  const block = useBlockContacts(hashKey, () => {
    setPasted('');
    sources.reset();
  });
  const most = number(CONTACTS_PER_IMPORT);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPasteError(undefined);
    const found = await sources.read(pasted);
    if (found.length === 0) setPasteError(t('none'));
    else if (found.length > CONTACTS_PER_IMPORT)
      setPasteError(t('too_many', { found: number(found.length), most }));
    else block.mutate({ found, clientId: crypto.randomUUID() });
  };
  const { found } = sources;
  return (
    <Card>
      <h2>{t('add')}</h2>
      {block.error && <Alert tone="error">{errorText(block.error)}</Alert>}
      {sources.problem && (
        <Alert tone="error">{t(sources.problem, { megabytes: MOST_FILE_MEGABYTES })}</Alert>
      )}
      {found && found.length > CONTACTS_PER_IMPORT && (
        <Alert tone="error">{t('too_many', { found: number(found.length), most })}</Alert>
      )}
      {found && found.length <= CONTACTS_PER_IMPORT ? (
        <>
          <p role="status">{t('found', { count: found.length })}</p>
          <div className={styles['ways']}>
            <Button
              busy={block.isPending}
              onClick={() => block.mutate({ found, clientId: crypto.randomUUID() })}
            >
              {t('block')}
            </Button>
            <Button look="quiet" onClick={sources.reset}>
              {t('common:cancel')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <Sources busy={sources.isReading} onFile={sources.openFile} onPick={sources.pick} />
          <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
            <Textarea
              label={t('paste.label')}
              hint={t('paste.text', { country: country(member.profile.country) })}
              name="contacts"
              rows={5}
              autoComplete="off"
              spellCheck={false}
              value={pasted}
              error={pasteError}
              onChange={(event) => setPasted(event.target.value)}
            />
            <Button type="submit" busy={block.isPending}>
              {t('block')}
            </Button>
          </form>
        </>
      )}
    </Card>
  );
}

function Sources({
  busy,
  onFile,
  onPick,
}: {
  busy: boolean;
  onFile: (file: File) => void;
  onPick: () => void;
}) {
  const { t } = useTranslation('acquaintances');
  const file = useRef<HTMLInputElement>(null);
  const canPick = useBrowser(hasContactPicker, false);
  return (
    <>
      <div className={styles['ways']}>
        {canPick && <Button onClick={onPick}>{t('picker')}</Button>}
        <Button look="secondary" busy={busy} onClick={() => file.current?.click()}>
          {t('file')}
        </Button>
        <input
          ref={file}
          className="visually-hidden"
          type="file"
          tabIndex={-1}
          aria-hidden="true"
          accept=".vcf,.csv,.txt,text/vcard,text/csv,text/plain"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) onFile(chosen);
            event.target.value = '';
          }}
        />
      </div>
      <p className={styles['date']}>{t('file_text')}</p>
    </>
  );
}

function useBlockContacts(hashKey: string, onDone: () => void) {
  const { t } = useTranslation('acquaintances');
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ found, clientId }: { found: string[]; clientId: string }) {
      const { hashContacts } = await loadChunk(() => import('./hash-contacts.ts'));
      return api.call('addAcquaintances', {
        body: { client_id: clientId, hashes: await hashContacts(found, hashKey) },
      });
    },
    onSuccess() {
      onDone();
      refreshPeople(queries);
      toast('success', t('added'));
    },
  });
}
