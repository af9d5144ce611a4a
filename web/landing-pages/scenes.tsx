import type { ReactNode } from 'react';

export type SceneName =
  | 'dancing'
  | 'cooking'
  | 'beach'
  | 'movies'
  | 'travelling'
  | 'reading'
  | 'bench'
  | 'rain';

const scenes: Record<SceneName, { back: string; drawing: ReactNode }> = {
  dancing: {
    back: '#3a2450',
    drawing: (
      <>
        <circle cx="160" cy="34" r="20" fill="#f4cf8b" />
        <path
          d="M160 0v16M40 180 148 50M280 180 172 50"
          stroke="#f4cf8b"
          strokeOpacity=".35"
          strokeWidth="10"
        />
        <path
          d="M118 176c4-30-6-48 12-66 14 14 8 34 20 66zM170 176c10-32 2-54 22-70 16 20 4 42 14 70z"
          fill="#e7a1b6"
        />
        <circle cx="132" cy="96" r="13" fill="#fffaf6" />
        <circle cx="190" cy="92" r="13" fill="#fffaf6" />
        <path
          d="M140 116 178 108M120 120 96 92M204 112l26-26"
          stroke="#fffaf6"
          strokeWidth="7"
          strokeLinecap="round"
        />
      </>
    ),
  },
  cooking: {
    back: '#f4cf8b',
    drawing: (
      <>
        <path d="M0 142h320v38H0z" fill="#6d3d10" />
        <path d="M96 92h120v40a14 14 0 0 1-14 14h-92a14 14 0 0 1-14-14z" fill="#b3142d" />
        <path d="M84 98h-18M216 98h34" stroke="#1d1415" strokeWidth="9" strokeLinecap="round" />
        <path
          d="M128 78q-12-14 0-28t0-28M158 78q-12-14 0-28t0-28M188 78q-12-14 0-28t0-28"
          stroke="#fffaf6"
          strokeWidth="6"
          strokeLinecap="round"
          fill="none"
        />
      </>
    ),
  },
  beach: {
    back: '#a9d5d8',
    drawing: (
      <>
        <circle cx="230" cy="58" r="30" fill="#fffaf6" />
        <path d="M0 104q40-14 80 0t80 0 80 0 80 0v76H0z" fill="#16455a" />
        <path d="M0 138q40-12 80 0t80 0 80 0 80 0v42H0z" fill="#f1dcb8" />
        <path
          d="M70 158h4M88 152h4M108 158h4M126 152h4M146 158h4M164 152h4"
          stroke="#a67c4b"
          strokeWidth="8"
          strokeLinecap="round"
        />
      </>
    ),
  },
  movies: {
    back: '#582047',
    drawing: (
      <>
        <path d="M40 22h240v84H40z" fill="#fffaf6" />
        <path d="M40 106 6 180h308l-34-74z" fill="#fffaf6" fillOpacity=".14" />
        <path
          d="M64 180v-22a20 20 0 0 1 40 0v22zM140 180v-26a20 20 0 0 1 40 0v26zM216 180v-22a20 20 0 0 1 40 0v22z"
          fill="#1d1415"
        />
        <path d="M144 48l36 16-36 16z" fill="#b3142d" />
      </>
    ),
  },
  travelling: {
    back: '#f6b6ad',
    drawing: (
      <>
        <path d="M96 66h128a12 12 0 0 1 12 12v76H84V78a12 12 0 0 1 12-12z" fill="#7d1f35" />
        <path d="M132 66V46a8 8 0 0 1 8-8h40a8 8 0 0 1 8 8v20" stroke="#1d1415" strokeWidth="8" fill="none" />
        <path d="M112 66v88M208 66v88" stroke="#fffaf6" strokeOpacity=".4" strokeWidth="6" />
        <circle cx="160" cy="110" r="18" fill="#f4cf8b" />
        <path d="M40 154h240" stroke="#1d1415" strokeWidth="5" />
      </>
    ),
  },
  reading: {
    back: '#1f4634',
    drawing: (
      <>
        <path d="M226 20h36l14 34h-64z" fill="#f4cf8b" />
        <path d="M244 54v86M226 140h36" stroke="#fffaf6" strokeWidth="6" />
        <path d="m212 54-60 126h184L276 54z" fill="#f4cf8b" fillOpacity=".16" />
        <path d="M36 124q44-22 74 0 30-22 74 0v38q-44-18-74 4-30-22-74-4z" fill="#fffaf6" />
        <path d="M110 124v42" stroke="#1d1415" strokeWidth="4" />
      </>
    ),
  },
  bench: {
    back: '#b9d8b4',
    drawing: (
      <>
        <circle cx="52" cy="46" r="22" fill="#fffaf6" />
        <path d="M0 128q90-26 170-8t150-4v64H0z" fill="#5f8f5b" />
        <path d="M262 140V70" stroke="#6d3d10" strokeWidth="12" />
        <circle cx="262" cy="52" r="42" fill="#1f4634" />
        <circle cx="232" cy="74" r="22" fill="#1f4634" />
        <path d="M84 104h132M84 122h132M92 144h120" stroke="#7d1f35" strokeWidth="10" strokeLinecap="round" />
        <path d="M104 98v66M196 98v66" stroke="#1d1415" strokeWidth="6" strokeLinecap="round" />
        <path d="M182 140v-18a13 13 0 0 0-26 0v18z" fill="#f4cf8b" />
        <circle cx="169" cy="98" r="12" fill="#1d1415" />
      </>
    ),
  },
  rain: {
    back: '#16283a',
    drawing: (
      <>
        <path d="M70 14h180v122H70z" fill="#2f5570" />
        <path
          d="m92 30-8 20M130 24l-8 20M172 34l-8 20M214 24l-8 20M108 70l-8 20M150 66l-8 20M196 74l-8 20M234 62l-8 20"
          stroke="#a9d5d8"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <path d="M70 14h180v122H70zM160 14v122" stroke="#fffaf6" strokeWidth="7" fill="none" />
        <path d="M0 140h320v40H0z" fill="#6d3d10" />
        <circle cx="86" cy="150" r="26" fill="#1d1415" />
        <circle cx="86" cy="150" r="9" fill="#b3142d" />
        <path
          d="M198 150v-34M226 150v-46M252 150v-26"
          stroke="#fffaf6"
          strokeWidth="12"
          strokeLinecap="round"
        />
        <path
          d="M198 100q8-8 0-18-8 10 0 18zM226 88q8-8 0-18-8 10 0 18zM252 108q8-8 0-18-8 10 0 18z"
          fill="#f4cf8b"
        />
      </>
    ),
  },
};

export function Scene({ name }: { name: SceneName }) {
  const { back, drawing } = scenes[name];
  return (
    <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d="M0 0h320v180H0z" fill={back} />
      {drawing}
    </svg>
  );
}
