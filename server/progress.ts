const SILENT_MS = 1000;
const REPEAT_MS = 5000;

export type Report = (detail: string) => void;

export async function step<T>(
  name: string,
  work: (report: Report) => Promise<T>,
  say = (line: string) => console.log(line),
): Promise<T> {
  const began = Date.now();
  let detail = '';
  let said = 0;
  let last = '';
  const timer = setInterval(() => {
    const line = `${name}…${detail && ` ${detail}`}`;
    if (Date.now() - began < SILENT_MS || Date.now() - said < REPEAT_MS || line === last) return;
    said = Date.now();
    last = line;
    say(line);
  }, 250);
  try {
    const result = await work((text) => {
      detail = text;
    });
    if (said > 0) say(`${name}: done in ${seconds(began)}.`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

export const seconds = (began: number) => `${((Date.now() - began) / 1000).toFixed(1)} s`;
