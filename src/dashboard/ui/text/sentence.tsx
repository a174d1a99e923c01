import { Fragment } from 'react'

// Hebrew, Arabic and other right-to-left scripts.
const letter = '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]'
// A path is one word; punctuation at its end belongs to the sentence.
const word = `[^\\s“”()]*${letter}(?:[^\\s“”()]*[^\\s“”().,:;])?`
const leftwards = new RegExp(`(${word}(?:[\\s,]+${word})*)`, 'u')

/** A sentence with names in it: a right-to-left name does not reorder the words around it. */
export function Sentence({ text }: { text: string }) {
  return text
    .split(leftwards)
    .map((part, at) => (at % 2 === 0 ? <Fragment key={at}>{part}</Fragment> : <bdi key={at}>{part}</bdi>))
}
