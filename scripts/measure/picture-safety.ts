import sharp from 'sharp';
import { createClassifier } from '#server/photos/screening/classifier.ts';

// Measures the model that recognises intimate pictures on a drawn set: precision and recall at several thresholds,
// milliseconds and memory. Run with `node scripts/run.mjs scripts/measure/picture-safety.ts`; the results are in
// docs/decisions/0058-picture-classifier.md. No real people and nothing explicit is in the set, so "intimate" here
// means a drawn, unclothed figure without details.

interface Drawing {
  name: string;
  intimate: boolean;
  svg: string;
}

const skins = ['#f6d3bd', '#e2a98a', '#c98a62', '#a86b45', '#7d4a2e', '#55311f'];
const backgrounds = ['#b9c4cf', '#3c3540', '#e9dccb', '#56705f', '#7a2f3a'];

const wrap = (body: string, background: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="640" viewBox="0 0 480 640">
    <defs><radialGradient id="light" cx=".4" cy=".3" r=".9"><stop stop-color="#fff" stop-opacity=".35"/><stop offset="1" stop-color="#000" stop-opacity=".35"/></radialGradient></defs>
    <rect width="480" height="640" fill="${background}"/>${body}<rect width="480" height="640" fill="url(#light)"/></svg>`;

const head = (skin: string) =>
  `<circle cx="240" cy="120" r="62" fill="${skin}"/><path d="M176 116q10-90 64-84 60-4 64 84-26-50-64-48-40-2-64 48z" fill="#2d1d15"/>
   <circle cx="218" cy="122" r="6"/><circle cx="262" cy="122" r="6"/><path d="M216 150q24 18 48 0" stroke="#822" stroke-width="5" fill="none"/>`;
const body = (fill: string) =>
  `<path d="M214 176h52q8 26 62 34 26 12 30 90l10 130h-38l-14-120-8 60q10 60 4 100l-6 170h-58l-8-150-8 150h-58l-6-170q-6-40 4-100l-8-60-14 120h-38l10-130q4-78 30-90 54-8 62-34z" fill="${fill}"/>`;
const shading = `<path d="M190 300q26 22 48 0M244 300q26 22 48 0M240 320v90M226 452q14 10 28 0" stroke="#000" stroke-opacity=".25" stroke-width="5" fill="none"/><circle cx="240" cy="410" r="4" fill-opacity=".4"/>`;

const unclothed = skins.flatMap((skin) =>
  backgrounds.map((background) => ({
    name: `unclothed figure ${skin} on ${background}`,
    intimate: true,
    svg: wrap(body(skin) + shading + head(skin), background),
  })),
);
const dressed = skins.flatMap((skin, n) =>
  ['#24405c', '#7c2d3b', '#3a5a40', '#d9b44a', '#222'].map((cloth, k) => ({
    name: `dressed figure ${skin} in ${cloth}`,
    intimate: false,
    svg: wrap(body(cloth) + head(skin), backgrounds[(n + k) % backgrounds.length] ?? '#fff'),
  })),
);
const faces = skins.flatMap((skin) =>
  backgrounds.map((background) => ({
    name: `face ${skin} on ${background}`,
    intimate: false,
    svg: wrap(`<g transform="translate(-240 40) scale(2)">${head(skin)}</g>`, background),
  })),
);
const scenes = backgrounds.map((sky, n) => ({
  name: `landscape ${sky}`,
  intimate: false,
  svg: wrap(
    `<circle cx="${120 + n * 50}" cy="150" r="50" fill="#fd8"/><path d="M0 420q120-160 240-20t240-60v300H0z" fill="#4d7a4f"/><path d="M0 520q160-80 480 0v120H0z" fill="#2f5a6b"/>`,
    sky,
  ),
}));

const set: Drawing[] = [...unclothed, ...dressed, ...faces, ...scenes];
const classifier = createClassifier();
const beforeMb = process.memoryUsage().rss / 1e6;
const results: { drawing: Drawing; percent: number; ms: number }[] = [];
for (const drawing of set) {
  const picture = await sharp(Buffer.from(drawing.svg)).webp().toBuffer();
  const began = performance.now();
  const percent = await classifier.intimacyOf(picture);
  results.push({ drawing, percent, ms: performance.now() - began });
}

const afterFirst = results
  .slice(1)
  .map(({ ms }) => ms)
  .toSorted((a, b) => a - b);
const at = (share: number) => Math.round(afterFirst[Math.floor(afterFirst.length * share)] ?? 0);
console.log(`${set.length} drawings, ${unclothed.length} of them unclothed figures`);
console.log(
  `first picture (with loading): ${Math.round(results[0]?.ms ?? 0)} ms; then median ${at(0.5)} ms, 95% ${at(0.95)} ms`,
);
console.log(`memory: ${Math.round(process.memoryUsage().rss / 1e6 - beforeMb)} MB`);
console.log('| threshold | precision | recall | false positives |\n|---|---|---|---|');
for (const threshold of [1, 5, 10, 20, 30, 50, 70, 90]) {
  const flagged = results.filter(({ percent }) => percent >= threshold);
  const right = flagged.filter(({ drawing }) => drawing.intimate).length;
  const precision = flagged.length === 0 ? '–' : `${Math.round((right / flagged.length) * 100)}%`;
  const wrong = flagged.length - right;
  console.log(
    `| ${threshold} | ${precision} | ${Math.round((right / unclothed.length) * 100)}% | ${wrong} of ${set.length - unclothed.length} |`,
  );
}
if (process.argv.includes('--each'))
  for (const { drawing, percent } of results) console.log(`${percent}`.padStart(3), drawing.name);
