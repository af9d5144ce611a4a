import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './emoji-picker.module.css';

/** A small set for flirting, in groups; the last used come first. */
const groups = {
  faces: '😀 😁 😂 🤣 😊 😇 🙂 🙃 😉 😌 😍 🥰 😘 😗 😙 😚 😋 😛 😜 🤪 😝 🤗 🤭 🫣 🤫 🤔 😏 😒 🙄 😬 😴 😌 🤤 😎 🥳 🥹 🥺 😢 😭 😤 😳 🥵 🥶 😱 🫠 🤯 😈 👀',
  love: '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 💖 💗 💓 💞 💕 💘 💝 💋 👄 🌹 🥀 💐 💌 💍 🔥 ✨ 💫 🌙 😻 💃 🕺',
  hands: '👋 🤚 👌 🤌 ✌️ 🤞 🫰 🤟 🤙 👉 👈 👆 👇 👍 👎 👏 🙌 🫶 🤲 🙏 💪 🤝 ✍️ 💅',
  things: '☕ 🍷 🥂 🍾 🍸 🍹 🍺 🍓 🍒 🍑 🍆 🍌 🍕 🍣 🍫 🍰 🎂 🎁 🎈 🎉 🎵 🎬 🎮 🚲 🚗 ✈️ 🏖️ 🏔️ ⛺ 🌊 🌈 ☀️ 🌧️ ❄️ 🐶 🐱 🌻 🍀 ⚽ 🛁 🛏️ 🕯️',
} as const;
type Group = keyof typeof groups;

const RECENT = 'recent-emoji';
const MOST_RECENT = 16;

/** Puts an emoji where the cursor stands. Arrow keys need no help: each is a button. Escape and a click outside close it. */
export default function EmojiPicker({ onChoose, onClose }: { onChoose: (emoji: string) => void; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const ref = useRef<HTMLDivElement>(null);
  const [recent, setRecent] = useState<string[]>(() => (localStorage.getItem(RECENT) ?? '').split(' ').filter(Boolean));

  useEffect(() => {
    const outside = (event: PointerEvent) => {
      const target = event.target as Element;
      if (!ref.current?.contains(target) && !target.closest('[aria-expanded]')) onClose();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [onClose]);

  const choose = (emoji: string) => {
    const next = [emoji, ...recent.filter((other) => other !== emoji)].slice(0, MOST_RECENT);
    setRecent(next);
    localStorage.setItem(RECENT, next.join(' '));
    onChoose(emoji);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, from any of its buttons, closes it
    <div ref={ref} className={styles['picker']} role="group" aria-label={t('composer.emoji')} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      {recent.length > 0 && <Emojis title={t('emoji.recent')} emojis={recent} onChoose={choose} />}
      {(Object.keys(groups) as Group[]).map((group) => (
        <Emojis key={group} title={t(`emoji.${group}`)} emojis={[...new Set(groups[group].split(' '))]} onChoose={choose} />
      ))}
    </div>
  );
}

function Emojis({ title, emojis, onChoose }: { title: string; emojis: string[]; onChoose: (emoji: string) => void }) {
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
