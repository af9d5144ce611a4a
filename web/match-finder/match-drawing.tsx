import { useId } from 'react';

export interface MatchAnswers {
  age: '18-35' | '35+';
  look: 'normal' | 'sexy';
  race: 'white' | 'other';
}

interface DrawnPerson {
  skin: string;
  shade: string;
  hair: string;
  silver: boolean;
  glamour: boolean;
}

const line = '#2a1718';
const skins = {
  white: [
    ['#f7d6c2', '#eab89d'],
    ['#f2c9ae', '#e0a888'],
  ],
  other: [
    ['#c98f63', '#ab7148'],
    ['#7d4b31', '#633723'],
  ],
} as const;
const hair = { white: ['#8c4a2b', '#4a2f22'], other: ['#21171a', '#1a1213'] } as const;

export function MatchDrawing({ answers, label }: { answers: MatchAnswers; label?: string }) {
  const id = useId();
  const { age, look, race } = answers;
  const person = (which: 0 | 1): DrawnPerson => ({
    skin: skins[race][which][0],
    shade: skins[race][which][1],
    hair: hair[race][which],
    silver: age === '35+',
    glamour: look === 'sexy',
  });
  return (
    <svg
      viewBox="0 0 360 400"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <defs>
        <linearGradient id={`${id}sky`} x1="0" y1="0" x2="1" y2="1">
          <stop stopColor={look === 'sexy' ? '#f6b5a4' : '#fbe3d0'} />
          <stop offset="1" stopColor={look === 'sexy' ? '#a3283f' : '#e9a58d'} />
        </linearGradient>
      </defs>
      <rect width="360" height="400" fill={`url(#${id}sky)`} />
      <circle cx="270" cy="92" r="64" fill="#fff" opacity="0.22" />
      <g transform="translate(128 26)">
        <Man {...person(1)} />
      </g>
      <g transform="translate(-4 66)">
        <Woman {...person(0)} />
      </g>
    </svg>
  );
}

function Face({ shade, lips }: { shade: string; lips: string }) {
  return (
    <g fill="none" stroke={line} strokeWidth="3" strokeLinecap="round">
      <path d="M92 132q9 8 18 0M130 132q9 8 18 0" />
      <path d="M90 116q10-7 20-2M130 114q10-5 20 2" strokeWidth="2.5" opacity="0.7" />
      <path d="M121 138q-7 14 1 17" stroke={shade} />
      <path d="M106 168q14 12 28 0" stroke={lips} strokeWidth="4" />
    </g>
  );
}

function Woman({ skin, shade, hair, silver, glamour }: DrawnPerson) {
  return (
    <>
      <path
        d={
          silver
            ? 'M60 150C48 54 192 54 180 150q4 44-6 66H66q-10-22-6-66Z'
            : 'M60 150C48 50 192 50 180 150c2 52 20 78 8 132H52c-12-54 6-80 8-132Z'
        }
        fill={hair}
      />
      <path d="M20 340c4-72 44-88 82-104h36c38 16 78 32 82 104Z" fill={glamour ? skin : '#47606e'} />
      <path d="M100 176h40v50q-20 22-40 0Z" fill={shade} />
      {glamour ? (
        <>
          <path d="M46 340c2-38 16-54 34-62q40 30 80 0c18 8 32 24 34 62Z" fill="#8d0f24" />
          <path d="M80 278 94 234M160 278l-14-44" stroke="#8d0f24" strokeWidth="6" strokeLinecap="round" />
        </>
      ) : (
        <path d="M94 230q26 26 52 0l6 10q-32 30-64 0Z" fill="#5f7d8d" />
      )}
      <ellipse cx="120" cy="136" rx="46" ry="56" fill={skin} />
      <ellipse cx="90" cy="154" rx="9" ry="6" fill="#e8636b" opacity="0.28" />
      <ellipse cx="150" cy="154" rx="9" ry="6" fill="#e8636b" opacity="0.28" />
      <Face shade={shade} lips={glamour ? '#b3142d' : '#a4454a'} />
      <path d="M72 138c-4-66 60-86 90-48 12 16 12 34 6 48-8-20-22-34-40-46-14 18-34 26-56 46Z" fill={hair} />
      {silver && (
        <g fill="none" stroke="#d9d2cd" strokeWidth="4" strokeLinecap="round">
          <path d="M76 118q14-30 44-40M64 160q-4 24 2 44M150 82q16 10 20 36M176 160q4 22-2 42" />
        </g>
      )}
      {glamour && (
        <g fill="#e8b64c">
          <circle cx="72" cy="172" r="5" />
          <circle cx="168" cy="172" r="5" />
          <path d="M98 226q22 20 44 0" fill="none" stroke="#e8b64c" strokeWidth="3" />
        </g>
      )}
    </>
  );
}

function Man({ skin, shade, hair, silver, glamour }: DrawnPerson) {
  return (
    <>
      <path d="M6 380c2-92 40-120 94-140h40c54 20 92 48 94 140Z" fill={glamour ? '#221819' : '#b9563f'} />
      <path d="M98 176h44v62q-22 20-44 0Z" fill={shade} />
      {glamour ? (
        <>
          <path d="m96 236 24 96 24-96q-24 16-48 0Z" fill={skin} />
          <path d="m94 232 26 100M146 232l-26 100" stroke="#3a2a2c" strokeWidth="7" strokeLinecap="round" />
        </>
      ) : (
        <path d="m92 236 28 26 28-26 10 14-24 30-14-16-14 16-24-30Z" fill="#fbeee4" />
      )}
      <ellipse cx="120" cy="132" rx="48" ry="58" fill={skin} />
      <path d="M72 136q-10-4-8 10t12 14ZM168 136q10-4 8 10t-12 14Z" fill={skin} />
      {(silver || glamour) && (
        <path
          d="M72 138q0 60 48 60t48-60q-2 22-18 26-30 8-60 0-16-4-18-26Z"
          fill={silver ? '#8f8580' : hair}
          opacity={silver ? 0.75 : 0.5}
        />
      )}
      <Face shade={shade} lips="#9a4a48" />
      <path
        d="M70 132C62 60 120 50 146 68c24 0 30 30 24 64-6-14-8-24-14-32-22 8-46 8-68-2-8 8-14 20-18 34Z"
        fill={hair}
      />
      {silver && (
        <path
          d="M72 128q4-22 14-30M168 128q-2-18-12-28"
          fill="none"
          stroke="#d9d2cd"
          strokeWidth="6"
          strokeLinecap="round"
        />
      )}
    </>
  );
}
