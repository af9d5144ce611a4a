import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { persistentStorage } from '#web/page/browser-storage.ts';
import { closestToTarget } from '#web/page/closest.ts';
import styles from './emoji-picker.module.css';

const groups = {
  faces:
    '😀 😁 😂 🤣 😊 😇 🙂 🙃 😉 😌 😍 🥰 😘 😗 😙 😚 😋 😛 😜 🤪 😝 🤗 🤭 🫣 🤫 🤔 😏 😒 🙄 😬 😴 😌 🤤 😎 🥳 🥹 🥺 😢 😭 😤 😳 🥵 🥶 😱 🫠 🤯 😈 👀',
  love: '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 💖 💗 💓 💞 💕 💘 💝 💋 👄 🌹 🥀 💐 💌 💍 🔥 ✨ 💫 🌙 😻 💃 🕺',
  hands: '👋 🤚 👌 🤌 ✌️ 🤞 🫰 🤟 🤙 👉 👈 👆 👇 👍 👎 👏 🙌 🫶 🤲 🙏 💪 🤝 ✍️ 💅',
  things:
    '☕ 🍷 🥂 🍾 🍸 🍹 🍺 🍓 🍒 🍑 🍆 🍌 🍕 🍣 🍫 🍰 🎂 🎁 🎈 🎉 🎵 🎬 🎮 🚲 🚗 ✈️ 🏖️ 🏔️ ⛺ 🌊 🌈 ☀️ 🌧️ ❄️ 🐶 🐱 🌻 🍀 ⚽ 🛁 🛏️ 🕯️',
} as const;
const groupNames = ['faces', 'love', 'hands', 'things'] as const;

const RECENT = 'recent-emoji';
const MOST_RECENT = 16;

export default function EmojiPicker({
  inline,
  onChoose,
  onClose,
}: {
  /** Part of another panel instead of one of its own. */
  inline?: boolean;
  onChoose: (emoji: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('chat');
  const ref = useRef<HTMLDivElement>(null);
  const [recent, setRecent] = useState<string[]>(() =>
    (persistentStorage.get(RECENT) ?? '').split(' ').filter(Boolean),
  );

  // The button that had the focus is gone.
  useEffect(() => {
    if (inline) ref.current?.querySelector('button')?.focus();
  }, [inline]);
  useEffect(() => {
    const outside = (event: PointerEvent) => {
      const isInside = event.target instanceof Node && ref.current?.contains(event.target);
      if (!isInside && !closestToTarget(event, '[aria-expanded]')) onClose();
    };
    // Wherever the focus is: the button that opens the picker keeps it. Only the picker closes, nothing below it.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [onClose]);

  const choose = (emoji: string) => {
    const next = [emoji, ...recent.filter((other) => other !== emoji)].slice(0, MOST_RECENT);
    setRecent(next);
    persistentStorage.set(RECENT, next.join(' '));
    onChoose(emoji);
  };
  return (
    <div
      ref={ref}
      className={inline ? undefined : styles['picker']}
      role="group"
      aria-label={t('composer.emoji')}
    >
      {recent.length > 0 && <Emojis title={t('emoji.recent')} emojis={recent} onChoose={choose} />}
      {groupNames.map((group) => (
        <Emojis
          key={group}
          title={t(`emoji.${group}`)}
          emojis={[...new Set(groups[group].split(' '))]}
          onChoose={choose}
        />
      ))}
    </div>
  );
}

function Emojis({
  title,
  emojis,
  onChoose,
}: {
  title: string;
  emojis: string[];
  onChoose: (emoji: string) => void;
}) {
  return (
    <section>
      <h2 className={styles['title']}>{title}</h2>
      <div className={styles['emojis']}>
        {emojis.map((emoji) => (
          <button key={emoji} type="button" onClick={() => onChoose(emoji)}>
            {emoji}
          </button>
        ))}
      </div>
    </section>
  );
}
