import { Fragment } from 'react'

// Hebrew, Arabic and what is written like them.
const letter = '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]'
// A path is one word; a mark at its end is of the sentence.
const word = `[^\\s“”()]*${letter}(?:[^\\s“”()]*[^\\s“”().,:;])?`
const leftwards = new RegExp(`(${word}(?:[\\s,]+${word})*)`, 'u')

/** A sentence with names in it: what is written from right to left does not turn the words around it. */
export function Sentence({ text }: { text: string }) {
  return text
    .split(leftwards)
    .map((part, at) => (at % 2 === 0 ? <Fragment key={at}>{part}</Fragment> : <bdi key={at}>{part}</bdi>))
}
