import { lazy, Suspense } from 'react'
import { classes } from './classes.ts'

const Markdown = lazy(() => import('./markdown.tsx').then((module) => ({ default: module.Markdown })))

/** Markdown from outside. Until the parser is there the text stands as it was written, in the same place and size. */
export function MarkdownText({ text, className }: { text: string; className?: string | undefined }) {
  const plain = (
    <div className={classes('text-base whitespace-pre-wrap wrap-anywhere', className)}>{text}</div>
  )
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} className={className} />
    </Suspense>
  )
}
