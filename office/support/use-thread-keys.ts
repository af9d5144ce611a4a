import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { toast } from '#web/ui/toasts.tsx';
import type { Answer } from './use-answer.ts';
import type { HeldKeys, Press } from './use-held-keys.ts';
import type { Templates } from './use-templates.ts';

interface Thread {
  keys: HeldKeys;
  answer: Answer;
  templates: Templates;
  /** What `t`, `c`, `j` and `k` do. */
  acts: Partial<Record<string, () => void>>;
}

/**
 * Lets the loaded thread act on the held keys. A layout effect, because its updates are rendered at once: no key
 * can reach the answer before those that were pressed earlier.
 */
export function useThreadKeys({ keys, answer, templates, acts }: Thread): void {
  const { t } = useTranslation('office/support');
  const last = useRef<Press>(undefined);
  const { held, isBusy, take, clear } = keys;
  const isReady = !isBusy && !templates.isPending;

  function prepare() {
    if (answer.isNote) return;
    if (templates.offered.length > 0) return templates.field.current?.focus();
    // The following keys were meant for the list of prepared answers.
    clear();
    toast('info', t('templates.none'));
  }
  function write(): number {
    const end = held.findIndex(({ isCtrl }) => isCtrl);
    const typed = end < 0 ? held : held.slice(0, end);
    if (typed.length === 0) answer.submit(held[0]?.isShift ?? false);
    else answer.setText(answer.text + typed.map(({ key }) => textOf(key)).join(''));
    return Math.max(1, typed.length);
  }
  function choose({ key }: Press) {
    const { offered } = templates;
    const isFit = (title: string) => title.toLowerCase().startsWith(key.toLowerCase());
    const chosen = key === 'ArrowDown' ? offered[0] : offered.find(({ title }) => isFit(title));
    if (chosen) answer.choose(chosen.words);
  }
  function act({ key, isCtrl }: Press) {
    const name = key.toLowerCase();
    if (isCtrl) return;
    if (name === 'r' || name === 'n') answer.begin(name === 'n');
    else if (name === 'p') prepare();
    else acts[name]?.();
  }
  const onKey = useEffectEvent((press: Press) => {
    // React's strict mode repeats the effect.
    if (last.current === press) return;
    last.current = press;
    const at = document.activeElement;
    if (at !== null && at === answer.field.current) return take(write());
    take(1);
    if (at !== null && at === templates.field.current) choose(press);
    else act(press);
  });
  const [first] = held;
  useLayoutEffect(() => {
    if (first && isReady) onKey(first);
  }, [first, isReady]);
}

const textOf = (key: string) => (key === 'Enter' ? '\n' : key.length === 1 ? key : '');
