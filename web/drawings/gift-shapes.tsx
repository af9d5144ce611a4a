import type { ReactNode } from 'react';
import type { GiftId } from '#contract/rules/chat-rules.ts';

// All gifts share one palette in both themes, because their background is always light and warm.
const red = '#d6203a';
const deep = '#8d0f24';
const rose = '#f2868c';
const blush = '#fdd9d8';
const gold = '#e3a73b';
const amber = '#b97a12';
const green = '#3d8a5f';
const leaf = '#2b6647';
const cream = '#fff6ea';
const ink = '#3a2224';

const drawings: Record<GiftId, ReactNode> = {
  rose: (
    <>
      <path d="M48 50v40" stroke={leaf} strokeWidth="4" strokeLinecap="round" />
      <path d="M48 76c-10-2-17-9-18-18 10 1 17 8 18 18Z" fill={green} />
      <path d="M48 68c9-2 15-8 16-16-9 1-15 7-16 16Z" fill={leaf} />
      <path d="M24 28c0 17 10 27 24 27s24-10 24-27c-7-4-13-3-17 0-3-6-11-6-14 0-4-3-10-4-17 0Z" fill={red} />
      <path d="M34 22c2-9 8-13 14-13s12 4 14 13c-1 13-6 20-14 20s-13-7-14-20Z" fill={rose} />
      <path
        d="M41 23c0-6 3-9 7-9s8 3 8 8-3 8-7 8c-3 0-5-2-5-4"
        fill="none"
        stroke={deep}
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M24 28c5 16 13 20 24 27-14 0-24-10-24-27ZM72 28c-5 16-13 20-24 27 14 0 24-10 24-27Z"
        fill={deep}
        opacity=".45"
      />
    </>
  ),
  bouquet: (
    <>
      <path d="M28 46h40L54 88H42L28 46Z" fill={rose} />
      <path d="M28 46 42 88h6L40 46Z" fill={blush} />
      <path d="M40 68h16v7H40z" fill={red} />
      <path d="m48 72 12 12-6 2-6-9-6 9-6-2Z" fill={deep} />
      <path
        d="M24 44c2-12 8-15 14-14M72 44c-2-12-8-15-14-14"
        stroke={green}
        strokeWidth="5"
        strokeLinecap="round"
        fill="none"
      />
      {[
        [32, 34, rose],
        [64, 34, gold],
        [48, 22, red],
        [40, 42, gold],
        [57, 42, rose],
        [48, 36, cream],
      ].map(([x, y, color]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          <circle r="10" fill={color as string} />
          <circle r="4" fill={deep} opacity=".55" />
        </g>
      ))}
    </>
  ),
  chocolates: (
    <>
      <path
        d="M48 86C18 66 10 50 10 36c0-13 9-20 19-20 8 0 15 4 19 12 4-8 11-12 19-12 10 0 19 7 19 20 0 14-8 30-38 50Z"
        fill={red}
      />
      <path
        d="M48 78C23 61 17 47 17 37c0-9 6-14 13-14s14 4 18 14c4-10 11-14 18-14s13 5 13 14c0 10-6 24-31 41Z"
        fill={cream}
      />
      {[
        [30, 38, ink],
        [48, 50, '#7b4a32'],
        [66, 38, ink],
        [40, 60, '#a06a45'],
        [56, 62, ink],
      ].map(([x, y, color]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          <circle r="8.5" fill={color as string} />
          <path d="M-4-2c2-2 5 2 8-1" stroke={gold} strokeWidth="2" fill="none" strokeLinecap="round" />
        </g>
      ))}
    </>
  ),
  champagne: (
    <>
      <g transform="rotate(14 62 50)">
        <path d="M50 18h20l-2 26c-1 7-4 10-8 10s-7-3-8-10Z" fill={cream} stroke={amber} strokeWidth="2" />
        <path d="M51 30h18l-1 14c-1 7-4 10-8 10s-7-3-8-10Z" fill={gold} />
        <path d="M60 54v26M50 82h20" stroke={amber} strokeWidth="3.5" strokeLinecap="round" />
      </g>
      <g transform="rotate(-14 34 50)">
        <path d="M24 18h20l-2 26c-1 7-4 10-8 10s-7-3-8-10Z" fill={cream} stroke={amber} strokeWidth="2" />
        <path d="M25 30h18l-1 14c-1 7-4 10-8 10s-7-3-8-10Z" fill={gold} />
        <path d="M34 54v26M24 82h20" stroke={amber} strokeWidth="3.5" strokeLinecap="round" />
      </g>
      <path d="M48 6v8M38 9l3 6M58 9l-3 6" stroke={red} strokeWidth="3.5" strokeLinecap="round" />
      <g fill={cream}>
        <circle cx="35" cy="38" r="2" />
        <circle cx="30" cy="44" r="1.6" />
        <circle cx="62" cy="40" r="2" />
        <circle cx="58" cy="46" r="1.6" />
      </g>
    </>
  ),
  cocktail: (
    <>
      <path d="M14 24h68L50 58h-4Z" fill={cream} stroke={deep} strokeWidth="2.5" strokeLinejoin="round" />
      <path d="M24 34h48L50 58h-4Z" fill={rose} />
      <path d="M48 56v28M32 86h32" stroke={deep} strokeWidth="4" strokeLinecap="round" />
      <circle cx="70" cy="22" r="13" fill={gold} />
      <path d="M70 9v26M57 22h26M61 13l18 18M79 13 61 31" stroke={cream} strokeWidth="2" />
      <path d="M38 46 56 10" stroke={red} strokeWidth="3.5" strokeLinecap="round" />
    </>
  ),
  teddy: (
    <>
      <circle cx="28" cy="24" r="12" fill="#a06a45" />
      <circle cx="68" cy="24" r="12" fill="#a06a45" />
      <circle cx="28" cy="24" r="6" fill={blush} />
      <circle cx="68" cy="24" r="6" fill={blush} />
      <ellipse cx="48" cy="72" rx="26" ry="20" fill="#a06a45" />
      <circle cx="48" cy="42" r="26" fill="#b98057" />
      <ellipse cx="48" cy="52" rx="12" ry="9.5" fill={cream} />
      <path d="M43 48c0-3 10-3 10 0 0 2-3 4-5 4s-5-2-5-4Z" fill={ink} />
      <path
        d="M48 52v4m0 0c-2 3-5 3-6 1m6-1c2 3 5 3 6 1"
        stroke={ink}
        strokeWidth="2"
        fill="none"
        strokeLinecap="round"
      />
      <circle cx="38" cy="39" r="3" fill={ink} />
      <circle cx="58" cy="39" r="3" fill={ink} />
      <path
        d="M48 88c-9-6-12-11-12-15 0-4 3-6 6-6 2 0 5 1 6 4 1-3 4-4 6-4 3 0 6 2 6 6 0 4-3 9-12 15Z"
        fill={red}
      />
    </>
  ),
  perfume: (
    <>
      <path d="M40 12h16v12H40z" fill={gold} />
      <path d="M36 24h24v8H36z" fill={amber} />
      <rect x="20" y="34" width="56" height="52" rx="12" fill={blush} />
      <path d="M20 58c14-7 20 6 32 2s16-6 24-2v16c0 7-5 12-12 12H32c-7 0-12-5-12-12Z" fill={rose} />
      <rect x="34" y="52" width="28" height="20" rx="4" fill={cream} />
      <path
        d="M48 68c-5-3-7-6-7-8s2-3.5 3.5-3.5S48 58 48 59c0-1 2-2.5 3.5-2.5S55 58 55 60s-2 5-7 8Z"
        fill={red}
      />
      <path
        d="M66 14c5-3 9-3 13-1M66 20c5-1 8 0 11 2"
        stroke={rose}
        strokeWidth="3"
        strokeLinecap="round"
        fill="none"
      />
    </>
  ),
  candle: (
    <>
      <ellipse cx="48" cy="84" rx="32" ry="6" fill={amber} opacity=".35" />
      <rect x="32" y="40" width="32" height="44" rx="6" fill={red} />
      <path
        d="M32 46c0-4 3-6 6-6h20c3 0 6 2 6 6v6c-3 5-6 5-8 0-2 7-6 7-8 0-3 6-7 6-8-1-2 4-6 4-8-1Z"
        fill={rose}
      />
      <path d="M48 40v-8" stroke={ink} strokeWidth="3" strokeLinecap="round" />
      <path d="M48 6c9 10 11 16 11 20 0 6-5 10-11 10s-11-4-11-10c0-4 2-10 11-20Z" fill={gold} />
      <path d="M48 18c4 5 5 8 5 10 0 4-2 6-5 6s-5-2-5-6c0-2 1-5 5-10Z" fill={cream} />
    </>
  ),
  heart: (
    <>
      <path
        d="M48 86C18 66 8 50 8 34c0-13 9-22 20-22 8 0 16 4 20 13 4-9 12-13 20-13 11 0 20 9 20 22 0 16-10 32-40 52Z"
        fill={red}
      />
      <path d="M48 86C30 74 19 63 13 53c12 6 45 10 75-19 0 16-10 32-40 52Z" fill={deep} opacity=".4" />
      <path d="M19 34c0-7 4-12 10-12" stroke={blush} strokeWidth="5" strokeLinecap="round" fill="none" />
    </>
  ),
  ring: (
    <>
      <circle cx="48" cy="62" r="26" fill="none" stroke={gold} strokeWidth="8" />
      <circle cx="48" cy="62" r="26" fill="none" stroke={amber} strokeWidth="2" opacity=".6" />
      <path d="M34 12h28l10 12-24 22L24 24Z" fill={blush} />
      <path d="m34 12 6 12-16 0ZM62 12l-6 12h16ZM40 24h16l-8 22Z" fill={rose} />
      <path d="m48 12-8 12h16Z" fill={cream} />
      <path d="M78 10v8M74 14h8M16 40v6M13 43h6" stroke={gold} strokeWidth="2.5" strokeLinecap="round" />
    </>
  ),
  balloons: (
    <>
      <path
        d="M32 44c0 18 10 26 14 44M64 48c0 16-12 22-16 40M48 36v52"
        stroke={ink}
        strokeWidth="1.8"
        fill="none"
        opacity=".55"
      />
      <ellipse cx="30" cy="30" rx="16" ry="20" fill={gold} />
      <ellipse cx="68" cy="34" rx="15" ry="19" fill={rose} />
      <path
        d="M48 50C32 39 27 31 27 23c0-7 5-12 11-12 4 0 8 2 10 7 2-5 6-7 10-7 6 0 11 5 11 12 0 8-5 16-21 27Z"
        fill={red}
      />
      <path d="M34 23c0-4 2-6 5-6" stroke={blush} strokeWidth="3.5" strokeLinecap="round" fill="none" />
      <path d="m48 48-4 6h8Z" fill={deep} />
    </>
  ),
  key: (
    <>
      <g transform="rotate(38 48 48)">
        <path
          d="M48 34C36 26 32 20 32 14c0-6 4-9 8-9s7 2 8 6c1-4 4-6 8-6s8 3 8 9c0 6-4 12-16 20Z"
          fill={red}
        />
        <circle cx="48" cy="15" r="4" fill={cream} />
        <path d="M45 32h6v54h-6z" fill={gold} />
        <path d="M51 66h11v7H51zM51 77h15v8H51z" fill={gold} />
        <path d="M45 32h2.5v54H45z" fill={amber} />
      </g>
    </>
  ),
};

/** The drawing of a gift. A gift that this build does not have is drawn as a heart. */
export default function GiftShapes({ gift }: { gift: string }) {
  return drawings[gift as GiftId] ?? drawings.heart;
}
