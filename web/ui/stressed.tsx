import { Fragment } from 'react';

/** A translated line with one stressed word: `Someone who <em>does</em> write back.` No other markup is understood. */
export function Stressed({ text }: { text: string }) {
  return text.split(/<em>(.*?)<\/em>/).map((part, index) => (index % 2 ? <em key={index}>{part}</em> : <Fragment key={index}>{part}</Fragment>));
}
