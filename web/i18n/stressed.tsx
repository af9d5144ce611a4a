import { Fragment } from 'react';

/**
 * A translated line with stressed words: `Someone who <em>does</em> write back.` It supports no other markup.
 */
export function Stressed({ text }: { text: string }) {
  return text
    .split(/<em>(.*?)<\/em>/)
    .map((part, index) =>
      index % 2 ? <em key={index}>{part}</em> : <Fragment key={index}>{part}</Fragment>,
    );
}
