import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { settingKeys } from '#contract/site-settings/setting-table.ts';
import { matches } from '#office/pieces/matches.ts';
import { mayMake } from '#office/pieces/may.tsx';
import { useOperator } from '#office/pieces/viewed-role.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { menuEntries } from './menu.ts';
import styles from './palette.module.css';

const MAX_SETTINGS = 8;

interface Target {
  to: string;
  text: string;
  /** Menu group of a screen, or what else the target is. */
  kind: string;
}

/** Ctrl-K: opens a screen or a setting by its name, or searches members. */
export function Palette() {
  const { t } = useTranslation('office/frame');
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const toggle = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    document.addEventListener('keydown', toggle);
    return () => document.removeEventListener('keydown', toggle);
  }, []);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        look="quiet"
        className={styles['button']}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        {t('palette.open')}
        <kbd aria-hidden="true">Ctrl K</kbd>
      </Button>
      <Modal open={open} onClose={close} title={t('palette.title')} hideTitle>
        <Suspense fallback={<Skeleton height={48} />}>
          <Choice onChosen={close} />
        </Suspense>
      </Modal>
    </>
  );
}

function Choice({ onChosen }: { onChosen(): void }) {
  const { t } = useTranslation('office/frame');
  const navigate = useNavigate();
  const [find, setFind] = useState('');
  const [current, setCurrent] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const targets = useTargets(find.trim());
  // The dialog focuses its close button when it opens.
  useEffect(() => {
    field.current?.focus();
  }, []);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const choose = (target: Target | undefined) => {
    if (!target) return;
    onChosen();
    void navigate(target.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && targets.length > 0) {
      event.preventDefault();
      setCurrent((current + step + targets.length) % targets.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(targets[current]);
    }
  };
  const optionId = (index: number) => `${id}-${index}`;
  return (
    <div className={styles['palette']}>
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={t('palette.title')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={targets.length > 0 ? optionId(current) : undefined}
        placeholder={t('palette.placeholder')}
        autoComplete="off"
        spellCheck={false}
        value={find}
        onChange={({ target }) => {
          setFind(target.value);
          setCurrent(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label={t('palette.title')} className={styles['list']}>
        {targets.map((target, index) => (
          <Option
            key={`${target.kind} ${target.to}`}
            id={optionId(index)}
            selected={index === current}
            onChoose={() => choose(target)}
          >
            <span>{target.text}</span>
            <small>{target.kind}</small>
          </Option>
        ))}
      </div>
      <p role="status" className={targets.length > 0 ? 'visually-hidden' : styles['none']}>
        {targets.length > 0 ? t('palette.found', { count: targets.length }) : t('palette.none')}
      </p>
    </div>
  );
}

interface OptionProps {
  id: string;
  selected: boolean;
  onChoose(): void;
  children: ReactNode;
}

const Option = ({ id, selected, onChoose, children }: OptionProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox handles the keys
  <div id={id} role="option" aria-selected={selected} tabIndex={-1} onClick={onChoose}>
    {children}
  </div>
);

/** The screens in the menu's order, then settings that match, then a search for members. */
function useTargets(find: string): Target[] {
  const { t } = useTranslation(['office/frame', 'office/site-settings']);
  const user = useOperator();
  const screens = menuEntries
    .filter(({ call }) => mayMake(user, call))
    .map(({ to, text, group }) => ({ to, text: t(text), kind: t(`groups.${group}`) }))
    .filter(({ text, kind }) => matches(find, [text, kind]));
  if (find === '') return screens;
  const settings = mayMake(user, 'adminSettings')
    ? settingKeys
        .map((key) => ({
          to: `/admin/settings#setting-${key}`,
          text: t(`setting.${key}.label`, { ns: 'office/site-settings' }),
          kind: t('palette.setting'),
          key,
        }))
        .filter(({ key, text }) => matches(find, [key, text]))
        .slice(0, MAX_SETTINGS)
    : [];
  const members = mayMake(user, 'adminMembers')
    ? [
        {
          to: `/admin/members?find=${encodeURIComponent(find)}`,
          text: t('palette.members', { find }),
          kind: t('menu.members'),
        },
      ]
    : [];
  return [...screens, ...settings, ...members];
}
