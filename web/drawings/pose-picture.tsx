import type { ReactNode } from 'react';
import type { Pose } from '#contract/rules/verification-rules.ts';
import styles from './pose-picture.module.css';

const hands: Record<Pose, ReactNode> = {
  open_hand: (
    <>
      <path d="M168 214 L166 140" />
      <path d="M154 138 L150 112 M160 134 L158 102 M167 133 L168 99 M174 135 L179 104 M181 142 L192 124 M154 138 Q154 154 166 156 Q180 154 181 142" />
    </>
  ),
  thumb_up: (
    <>
      <path d="M170 214 L166 152" />
      <path d="M152 126 h26 a8 8 0 0 1 8 8 v14 a8 8 0 0 1 -8 8 h-20 a8 8 0 0 1 -8 -8 v-22 l8 -22 q10 -4 10 8 l-4 14" />
    </>
  ),
  two_fingers: (
    <>
      <path d="M168 214 L166 152" />
      <path d="M158 128 L150 92 M172 128 L182 92 M152 136 q0 -10 8 -10 h12 q8 0 8 10 v8 q0 12 -14 12 q-14 0 -14 -12 z" />
    </>
  ),
  hand_on_head: (
    <>
      <path d="M172 214 L190 120 L146 52" />
      <path d="M146 52 q-10 -16 -30 -12 q-12 2 -16 8 M146 52 q-4 10 -14 8" />
    </>
  ),
  finger_on_nose: (
    <>
      <path d="M172 214 L162 148" />
      <path d="M146 140 L112 106 M146 140 q-2 -14 12 -12 q14 2 12 16 q-2 12 -14 12 q-10 -2 -10 -16" />
    </>
  ),
  hand_on_chin: (
    <>
      <path d="M160 220 L142 158" />
      <path d="M142 158 q-8 8 -22 8 q-22 0 -24 -10 q8 -6 18 -2 M142 158 q4 -18 -2 -30" />
    </>
  ),
};

export const PosePicture = ({ pose }: { pose: Pose }) => (
  <svg
    className={styles['pose']}
    viewBox="0 0 220 220"
    fill="none"
    stroke="currentColor"
    strokeWidth="5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path className={styles['body']} stroke="none" d="M20 220 q6 -52 60 -56 h60 q54 4 60 56 z" />
    <path className={styles['body']} stroke="none" d="M94 140 h32 v30 h-32 z" />
    <ellipse className={styles['face']} stroke="none" cx="110" cy="96" rx="42" ry="52" />
    <path
      className={styles['hair']}
      stroke="none"
      d="M66 92 q-4 -58 44 -58 q48 0 44 58 q-8 -30 -44 -30 q-36 0 -44 30 z"
    />
    <path strokeWidth="4" d="M94 94 v3 M126 94 v3 M98 120 q12 10 24 0" />
    <g className={styles['arm']}>{hands[pose]}</g>
  </svg>
);
