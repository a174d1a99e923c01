import { Suspense } from 'react'
import { classes } from '../classes.ts'
import { lazy } from '../lazy.tsx'
import { plainParagraphs } from './plain-paragraphs.ts'

interface MarkdownTextProps {
  text: string
  className?: string | undefined
}

const Markdown = lazy(() => import('./markdown.tsx').then((module) => module.Markdown))

/** Loads the parser, for a page that will show Markdown soon. */
export const loadMarkdown = Markdown.preload

/** External Markdown. Until the parser has loaded, the text is shown without markup, in the same position and size. */
export function MarkdownText({ text, className }: MarkdownTextProps) {
  const plain = (
    <div className={classes('space-y-2 text-base wrap-anywhere', className)}>
      {plainParagraphs(text).map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  )
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} className={className} />
    </Suspense>
  )
}
