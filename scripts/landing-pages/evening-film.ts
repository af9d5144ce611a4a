import { itemAt } from '#contract/must.ts';

// Four scenes with transitions: a street, a lit window, two cups, a message. Each transition is different.

const W = 1280;
const H = 720;
const TAU = Math.PI * 2;
/** The share of a scene's time that its transition to the next scene takes. */
const CHANGE = 0.2;

const ease = (x: number) => (x < 0.5 ? 4 * x * x * x : 1 - (-2 * x + 2) ** 3 / 2);

function street(at: number): string {
  const hills = [0, 1, 2]
    .map(
      (i) =>
        `<path d="M${-200 - at * 40 * (i + 1)} 720V${420 + i * 70}q260-${110 - i * 20} 520 0t520 0 520 0 520 0V720z" fill="${['#5d3356', '#40223f', '#241426'][i]}"/>`,
    )
    .join('');
  const houses = [0, 1, 2, 3, 4, 5, 6]
    .map((i) => {
      const x = 60 + i * 210 - at * 90;
      const top = 380 + ((i * 53) % 90);
      return `<path d="M${x} 640V${top}l66-52 66 52v${640 - top}z" fill="#1a0f1d"/><rect x="${x + 50}" y="${top + 46}" width="34" height="44" rx="3" fill="${i === 3 ? '#ffdf9e' : i % 2 ? '#f3a851' : '#38243a'}"/>`;
    })
    .join('');
  return `<rect width="1280" height="720" fill="url(#dusk)"/><circle cx="${930 - at * 24}" cy="190" r="70" fill="#ffe9c4"/>${hills}${houses}<path d="M0 640h1280v80H0z" fill="#120a14"/>`;
}

function pane(at: number): string {
  const glow = 0.82 + 0.18 * Math.min(1, at * 3);
  const breath = Math.sin(TAU * at) * 4;
  return (
    `<rect width="1280" height="720" fill="#1c1020"/><g opacity="${glow}"><rect x="390" y="90" width="500" height="540" rx="10" fill="url(#lamp)"/>` +
    `<path d="M720 630V${396 + breath}q0-74 66-74t66 74v234z" fill="#5a2a35"/><circle cx="786" cy="${270 + breath}" r="56" fill="#5a2a35"/><path d="M742 ${262 + breath}q4-66 60-54t28 76q10-50-34-54t-54 32z" fill="#2d1418"/>` +
    `<path d="M420 630V470q80-34 150 0v160z" fill="#7d4a2a"/><path d="M452 470q0-70 40-110 42 40 42 110z" fill="#3f6b45"/></g>` +
    `<path d="M640 90v540M390 350h500" stroke="#1c1020" stroke-width="14"/><rect x="376" y="76" width="528" height="568" rx="14" fill="none" stroke="#3a2333" stroke-width="26"/><path d="M340 640h600v34H340z" fill="#3a2333"/>`
  );
}

function cups(at: number): string {
  const cup = (x: number, colour: string) =>
    `<ellipse cx="${x}" cy="560" rx="170" ry="30" fill="#caa27e"/><path d="M${x - 112} 390h224v70a92 92 0 0 1-92 92h-40a92 92 0 0 1-92-92z" fill="${colour}"/><path d="M${x + 108} 410h32a42 42 0 0 1 0 84h-40" stroke="${colour}" stroke-width="22" fill="none"/><ellipse cx="${x}" cy="392" rx="112" ry="24" fill="#3d1d14"/>`;
  const steam = (x: number, phase: number) => {
    const sway = Math.sin(TAU * (at + phase)) * 18;
    return `<path d="M${x} 350q${-30 + sway}-46 0-92t${sway}-92" stroke="#fffaf6" stroke-opacity=".7" stroke-width="12" stroke-linecap="round" fill="none"/>`;
  };
  return (
    `<rect width="1280" height="720" fill="url(#table)"/><path d="M0 520h1280v200H0z" fill="#8a5a3c"/>` +
    `${cup(430, '#b3142d')}${cup(830, '#2f5d62')}${steam(390, 0)}${steam(460, 0.4)}${steam(790, 0.2)}${steam(870, 0.7)}`
  );
}

function message(at: number): string {
  const show = (from: number) => Math.max(0, Math.min(1, (at - from) / 0.12));
  const bubble = (x: number, y: number, width: number, colour: string, from: number, lines: string) => {
    const there = ease(show(from));
    return `<g opacity="${there}" transform="translate(0 ${(1 - there) * 26})"><rect x="${x}" y="${y}" width="${width}" height="92" rx="34" fill="${colour}"/>${lines}</g>`;
  };
  const dots = [0, 1, 2]
    .map(
      (i) =>
        `<circle cx="${712 + i * 40}" cy="${488 - Math.max(0, Math.sin(TAU * (at * 5 - i * 0.15))) * 14}" r="11" fill="#fff"/>`,
    )
    .join('');
  return (
    `<rect width="1280" height="720" fill="#fbe3d6"/><circle cx="200" cy="620" r="330" fill="#f6b6ad" fill-opacity=".6"/><circle cx="1130" cy="80" r="280" fill="#f4cf8b" fill-opacity=".5"/>` +
    `<rect x="420" y="50" width="440" height="760" rx="56" fill="#1d1415"/><rect x="438" y="70" width="404" height="740" rx="42" fill="#fffaf6"/><rect x="570" y="84" width="140" height="22" rx="11" fill="#1d1415"/>` +
    bubble(
      466,
      170,
      270,
      '#f7efe9',
      0.02,
      '<path d="M500 206h190M500 230h120" stroke="#b59f99" stroke-width="12" stroke-linecap="round"/>',
    ) +
    bubble(
      560,
      300,
      254,
      '#d6203a',
      0.2,
      '<path d="M596 336h170M596 360h90" stroke="#ffd9d8" stroke-width="12" stroke-linecap="round"/>',
    ) +
    bubble(654, 440, 172, '#d6203a', 0.4, dots)
  );
}

const scenes = [street, pane, cups, message];

/**
 * Uncovers scene `to` over the current one, `part` from 0 to 1: as a curtain, an iris from the lit window, a
 * swing, or a sheet from below.
 */
function change(kind: number, part: number, to: string): string {
  const p = ease(part);
  const clips = [
    `<circle cx="690" cy="470" r="${p * 1150}"/>`,
    `<path d="M${-500 + p * 2300} -40H-600V760H${-800 + p * 2300}z"/>`,
    `<rect y="${720 - p * 720}" width="1280" height="720"/>`,
    `<path d="M0 0h${640 * p}v720H0zM${1280 - 640 * p} 0h${640 * p}v720h-${640 * p}z"/>`,
  ];
  return `<clipPath id="in">${clips[kind]}</clipPath><g clip-path="url(#in)">${to}</g>`;
}

export function eveningFrame(at: number): string {
  const place = at * scenes.length;
  const now = Math.floor(place) % scenes.length;
  const inside = place - Math.floor(place);
  const next = (now + 1) % scenes.length;
  // A scene already plays while it is being uncovered, so its time starts then.
  const time = (part: number) => (part + CHANGE) / (1 + CHANGE);
  const coming =
    inside > 1 - CHANGE
      ? change(
          now,
          (inside - 1 + CHANGE) / CHANGE,
          itemAt(scenes, next)((inside - 1 + CHANGE) / (1 + CHANGE)),
        )
      : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}"><defs>` +
    `<linearGradient id="dusk" x2="0" y2="1"><stop stop-color="#2a1440"/><stop offset=".55" stop-color="#a5485c"/><stop offset="1" stop-color="#f0a067"/></linearGradient>` +
    `<radialGradient id="lamp" cy=".2"><stop stop-color="#fff0c4"/><stop offset="1" stop-color="#ee9f4c"/></radialGradient>` +
    `<linearGradient id="table" x2="0" y2="1"><stop stop-color="#f9e0bd"/><stop offset="1" stop-color="#e2a463"/></linearGradient></defs>` +
    `${itemAt(scenes, now)(time(inside))}${coming}</svg>`
  );
}
