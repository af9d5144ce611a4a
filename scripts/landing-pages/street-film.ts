import { chanceOf } from '#seeds/chance.ts';

// An evening street in the rain: houses with windows that switch on and off, lamps, a passing tram, two
// people under one umbrella.

const W = 1280;
const H = 720;
const GROUND = 560;
const TAU = Math.PI * 2;

interface House {
  x: number;
  width: number;
  top: number;
  colour: string;
  windows: { x: number; y: number; phase: number; warm: boolean }[];
}

function row(name: string, colours: string[], low: number, high: number): House[] {
  const chance = chanceOf(name);
  const houses: House[] = [];
  for (let x = -30; x < W + 40;) {
    const width = chance.int(96, 176);
    const top = GROUND - chance.int(low, high);
    const windows = [];
    for (let wy = top + 34; wy < GROUND - 84; wy += 58)
      for (let wx = x + 22; wx < x + width - 30; wx += 42)
        windows.push({ x: wx, y: wy, phase: chance.int(0, 99) / 100, warm: chance.holds(0.46) });
    houses.push({ x, width, top, colour: chance.pick(colours), windows });
    x += width + 3;
  }
  return houses;
}

const far = row('far houses', ['#2a1d3d', '#2e2142', '#271a38'], 300, 430);
const near = row('near houses', ['#1d1329', '#221630', '#1a1024'], 190, 330);
const rain = Array.from({ length: 110 }, (_, i) => {
  const chance = chanceOf(`drop ${i}`);
  return { x: chance.int(-60, W), y: chance.int(0, H), speed: chance.int(2, 3), length: chance.int(18, 34) };
});

function houseOf({ x, width, top, colour, windows }: House, at: number, dim: number): string {
  const roof = `<path d="M${x} ${top}l${width / 2}-34 ${width / 2} 34z" fill="${colour}"/>`;
  const lights = windows
    .map((pane) => {
      // Whole periods over the loop make the last frame lead back to the first.
      const on = pane.warm && Math.sin(TAU * (at + pane.phase)) > -0.55;
      const fill = on ? (pane.phase > 0.8 ? '#ffdf9e' : '#f6ae5a') : '#12101f';
      return `<rect x="${pane.x}" y="${pane.y}" width="22" height="32" rx="2" fill="${fill}" fill-opacity="${on ? dim : 0.6}"/>`;
    })
    .join('');
  return `<rect x="${x}" y="${top}" width="${width}" height="${GROUND - top}" fill="${colour}"/>${roof}${lights}`;
}

function tram(x: number): string {
  const panes = [0, 1, 2, 3, 4, 5]
    .map((i) => `<rect x="${x + 26 + i * 66}" y="446" width="54" height="46" rx="7" fill="#ffe2a6"/>`)
    .join('');
  const heads = [1, 3, 4]
    .map((i) => `<circle cx="${x + 52 + i * 66}" cy="482" r="13" fill="#5a2a35"/>`)
    .join('');
  return (
    `<g><path d="M${x + 210} 420l30-44h40" stroke="#0f0a16" stroke-width="5" fill="none"/><rect x="${x}" y="420" width="440" height="128" rx="26" fill="#b3142d"/><rect x="${x}" y="506" width="440" height="8" fill="#ffcf8a"/>${panes}${heads}` +
    `<circle cx="${x + 86}" cy="548" r="15" fill="#0f0a16"/><circle cx="${x + 354}" cy="548" r="15" fill="#0f0a16"/><ellipse cx="${x + 456}" cy="520" rx="60" ry="26" fill="#ffe9b8" fill-opacity=".5"/></g>`
  );
}

const lamp = (x: number, glow: number) =>
  `<path d="M${x} ${GROUND + 26}V300q0-26 26-26" stroke="#0d0914" stroke-width="8" fill="none"/><circle cx="${x + 30}" cy="284" r="14" fill="#fff0c4"/><circle cx="${x + 30}" cy="290" r="${120 + glow}" fill="url(#glow)"/>`;

function couple(at: number): string {
  const sway = Math.sin(TAU * at * 2) * 1.4;
  return (
    `<g transform="rotate(${sway} 930 640)"><path d="M838 470a94 84 0 0 1 188 0q-24-16-47 0-23-16-47 0-24-16-47 0-23-16-47 0z" fill="#ff4d5e"/><path d="M932 386v170" stroke="#0d0914" stroke-width="5"/>` +
    `<circle cx="904" cy="510" r="22" fill="#f0c3a0"/><path d="M880 512q0-32 26-32t24 26q-10-12-26-10t-24 16z" fill="#3d271c"/><path d="M872 650l8-88q2-26 26-26t24 26l4 88z" fill="#2f5d62"/>` +
    `<circle cx="962" cy="500" r="23" fill="#bd8059"/><path d="M938 502q-2-36 26-34t24 30q-8-14-24-12t-26 16z" fill="#1d1415"/><path d="M926 650l10-98q4-28 28-28t28 30l6 96z" fill="#7a3b52"/></g>`
  );
}

export function streetFrame(at: number): string {
  const x = -620 + at * (W + 900);
  const passing = x > -460 && x < W + 20;
  const drops = rain
    .map(({ x: dx, y, speed, length }) => {
      const fallen = (y + at * H * speed * 4) % H;
      return `M${(dx + fallen * 0.12).toFixed(0)} ${fallen.toFixed(0)}l${(length * 0.12).toFixed(1)} ${length}`;
    })
    .join('');
  const mirror = [...near.flatMap(({ windows }) => windows.slice(-4))]
    .filter(({ warm, phase }) => warm && Math.sin(TAU * (at + phase)) > -0.55)
    .map(
      (pane) =>
        `<rect x="${pane.x}" y="${GROUND + 40}" width="20" height="110" fill="#f6ae5a" fill-opacity=".16"/>`,
    )
    .join('');
  const shine = passing
    ? `<rect x="${x + 10}" y="${GROUND + 24}" width="420" height="90" fill="url(#red)"/>`
    : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}"><defs>` +
    `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#120c22"/><stop offset=".6" stop-color="#3a2150"/><stop offset="1" stop-color="#7a3b52"/></linearGradient>` +
    `<radialGradient id="glow"><stop stop-color="#ffdf9e" stop-opacity=".55"/><stop offset="1" stop-color="#ffdf9e" stop-opacity="0"/></radialGradient>` +
    `<linearGradient id="road" x2="0" y2="1"><stop stop-color="#2a1c34"/><stop offset="1" stop-color="#120c1a"/></linearGradient>` +
    `<linearGradient id="red" x2="0" y2="1"><stop stop-color="#ff6b5e" stop-opacity=".34"/><stop offset="1" stop-color="#ff6b5e" stop-opacity="0"/></linearGradient></defs>` +
    `<rect width="${W}" height="${H}" fill="url(#sky)"/><circle cx="1040" cy="126" r="46" fill="#ffe9c4"/>` +
    far.map((house) => houseOf(house, at, 0.5)).join('') +
    near.map((house) => houseOf(house, at, 0.95)).join('') +
    `<rect y="${GROUND}" width="${W}" height="${H - GROUND}" fill="url(#road)"/>${mirror}` +
    (passing ? tram(x) : '') +
    `<path d="M0 ${GROUND + 2}H${W}" stroke="#3d2a48" stroke-width="5"/>${shine}` +
    lamp(610, Math.sin(TAU * at * 3) * 4) +
    lamp(1130, Math.sin(TAU * (at * 2 + 0.3)) * 4) +
    couple(at) +
    `<path d="${drops}" stroke="#cfc4e6" stroke-opacity=".34" stroke-width="1.6"/></svg>`
  );
}
