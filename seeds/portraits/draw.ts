import { drawParts, type Drawn, type Layer, type Variants } from './parts.ts';

export type Paint = {
  skin: string;
  hair: string;
  cloth: string;
  shirt: string;
  lips: string;
  back: [string, string];
};

export type Shot = {
  variants: Variants;
  paint: Paint;
  age: number;
  lashes: boolean;
  earrings: boolean;
  freckles: boolean;
  /** Mirrors the drawing, so that the person faces the other side. */
  mirrored: boolean;
  /**
   * Height of the view in drawing units. Smaller is closer: 1500 is a close-up, and 1850 shows the shoulders.
   */
  view: number;
  lamp: number;
  backdrop: 'plain' | 'sun' | 'arch' | 'hills' | 'window';
};

const ink = '#2b1719';

export function drawShot(shot: Shot): string {
  const { paint } = shot;
  const d = drawParts(shot.variants);
  const height = shot.view;
  const width = (height * 3) / 4;
  // The figure stands on the lower edge. A closer view is cropped at the bottom, so that the eyes stay
  // slightly above the middle.
  const top = 1700 - height;
  const left = 890 - width / 2;
  const figure = [
    // A bald head needs its own outline.
    layer(d, 'base', 'url(#skin)', ink, shot.variants.hair === 0 ? `stroke="${ink}" stroke-width="8"` : ''),
    face(shot),
    layer(d, 'body', 'url(#cloth)', bodyInk(shot.variants.body, paint), `fill="${paint.shirt}"`),
    shot.earrings ? earring(paint) : '',
    layer(d, 'hair', '#fff8f1', 'url(#hair)', `stroke="${ink}" stroke-width="12" stroke-linejoin="round"`),
    layer(d, 'lips', '#fffaf5', paint.lips),
    layer(d, 'beard', 'url(#skin)', paint.hair),
    layer(d, 'nose', 'none', ink),
    layer(d, 'eyes', '#fffaf5', ink),
    shot.lashes ? lashes : '',
    layer(d, 'glasses', 'none', ink),
    layer(d, 'brows', 'none', shade(paint.hair, -0.62)),
    layer(d, 'gesture', 'url(#skin)', ink),
  ].join('');
  const turn = shot.mirrored ? `transform="translate(1780 0) scale(-1 1)"` : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="1280" viewBox="${left} ${top} ${width} ${height}" fill="none">` +
    `<defs>${gradient('back', paint.back[0], paint.back[1], '0.15 0 0.85 1')}` +
    gradient('skin', shade(paint.skin, 0.07), shade(paint.skin, -0.06), '0.7 0 0.2 1') +
    gradient('hair', shade(paint.hair, 0.12), shade(paint.hair, -0.14), '0.6 0 0.3 1') +
    gradient('cloth', shade(paint.cloth, 0.06), shade(paint.cloth, -0.16), '0.3 0 0.5 1') +
    `<radialGradient id="lamp" cx="${shot.lamp}" cy="0.2" r="0.75"><stop offset="0" stop-color="#fff6e8" stop-opacity="0.75"/><stop offset="0.45" stop-color="#fff0e0" stop-opacity="0.22"/><stop offset="1" stop-color="#fff0e0" stop-opacity="0"/></radialGradient>` +
    `<radialGradient id="blush"><stop offset="0" stop-color="#e2483f" stop-opacity="0.34"/><stop offset="1" stop-color="#e2483f" stop-opacity="0"/></radialGradient>` +
    `<linearGradient id="foot" x1="0" y1="0" x2="0" y2="1"><stop offset="0.6" stop-color="${shade(paint.back[1], -0.5)}" stop-opacity="0"/><stop offset="1" stop-color="${shade(paint.back[1], -0.6)}" stop-opacity="0.35"/></linearGradient></defs>` +
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="url(#back)"/>` +
    backdrop(shot, left, top, width, height) +
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="url(#lamp)"/>` +
    `<g ${turn}>${figure}</g>` +
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="url(#foot)"/></svg>`
  );
}

function layer(drawn: Drawn, name: Layer, white: string, black: string, more = ''): string {
  const { x, y, paths } = drawn[name];
  if (!paths) return '';
  const painted = paths.replace(/#fff\b|#000\b/g, (colour) => (colour === '#fff' ? white : black));
  return `<g transform="translate(${x} ${y})" ${more}>${painted}</g>`;
}

// These four are drawn as dark clothes with light seams, so their ink has the colour of the cloth.
function bodyInk(body: number, paint: Paint): string {
  return [2, 4, 6, 8].includes(body) ? shade(paint.cloth, -0.62) : ink;
}

/** Blush for everyone, freckles for some, and laugh lines from the age of fifty. */
function face({ age, freckles }: Shot): string {
  const cheeks = `<ellipse cx="790" cy="862" rx="78" ry="56" fill="url(#blush)"/><ellipse cx="1062" cy="858" rx="58" ry="52" fill="url(#blush)"/>`;
  const dots = freckles
    ? [
        [788, 838],
        [812, 852],
        [772, 858],
        [800, 872],
        [1040, 842],
        [1062, 852],
        [1048, 868],
      ]
        .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4.5" fill="#a4552f" fill-opacity="0.55"/>`)
        .join('')
    : '';
  const line = (d: string) =>
    `<path d="${d}" stroke="${ink}" stroke-opacity="0.5" stroke-width="6" stroke-linecap="round" fill="none"/>`;
  const fifty = age >= 50 ? line('M786 768q-16 4-28 14') + line('M788 786q-12 6-18 16') : '';
  const sixty = age >= 60 ? line('M752 868q-4 24 6 48') + line('M1000 596q44 -12 84 4') : '';
  return cheeks + dots + fifty + sixty;
}

const lashes = `<g stroke="${ink}" stroke-width="9" stroke-linecap="round"><path d="M826 746l-22-12M822 760l-24-2"/><path d="M1054 746l20-12M1058 760l22-2"/></g>`;

function earring(paint: Paint): string {
  const gold = paint.hair === '#e3bd72' ? '#c8553d' : '#e8b04b';
  return `<circle cx="606" cy="846" r="17" fill="${gold}" stroke="${ink}" stroke-width="8"/>`;
}

function backdrop({ backdrop: kind, paint, lamp }: Shot, x: number, y: number, w: number, h: number): string {
  const light = shade(paint.back[0], 0.35);
  const deep = shade(paint.back[1], -0.12);
  switch (kind) {
    case 'sun':
      return `<circle cx="${x + w * (0.3 + 0.4 * lamp)}" cy="${y + h * 0.36}" r="${w * 0.4}" fill="${light}" fill-opacity="0.55"/>`;
    case 'arch':
      return `<path d="M${x + w * 0.12} ${y + h}V${y + h * 0.46}a${w * 0.38} ${w * 0.38} 0 0 1 ${w * 0.76} 0V${y + h}z" fill="${light}" fill-opacity="0.5"/>`;
    case 'hills':
      return (
        `<path d="M${x} ${y + h * 0.62}q${w * 0.28}-${h * 0.14} ${w * 0.55}-${h * 0.03}t${w * 0.45}-${h * 0.05}V${y + h}H${x}z" fill="${deep}" fill-opacity="0.45"/>` +
        `<path d="M${x} ${y + h * 0.74}q${w * 0.35}-${h * 0.1} ${w * 0.6}-${h * 0.01}t${w * 0.4}-${h * 0.04}V${y + h}H${x}z" fill="${deep}" fill-opacity="0.6"/>`
      );
    case 'window':
      return [0, 1, 2]
        .map(
          (i) =>
            `<path d="M${x + w * (0.02 + 0.36 * i)} ${y + h * 0.92}l${w * 0.22}-${h}h${w * 0.17}l-${w * 0.22} ${h}z" fill="${light}" fill-opacity="0.28"/>`,
        )
        .join('');
    default:
      return '';
  }
}

function gradient(id: string, from: string, to: string, box: string): string {
  const [x1, y1, x2, y2] = box.split(' ');
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
}

/** Lightens (towards white, up to 1) or darkens (towards black, down to -1). */
export function shade(hex: string, by: number): string {
  const to = by > 0 ? 255 : 0;
  const part = (i: number) => {
    const value = Number.parseInt(hex.slice(i, i + 2), 16);
    return Math.round(value + (to - value) * Math.abs(by))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}
