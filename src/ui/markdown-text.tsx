import { type ComponentType, lazy, Suspense } from 'react'
import { classes } from './classes.ts'
import { plainParagraphs } from './plain-paragraphs.ts'

interface MarkdownTextProps {
  text: string
  className?: string | undefined
}

let Loaded: ComponentType<MarkdownTextProps> | undefined

/** Fetches the parser, for a page that will show Markdown soon. */
export async function loadMarkdown() {
  const { Markdown } = await import('./markdown.tsx')
  Loaded = Markdown
  return { default: Markdown }
}
const Late = lazy(loadMarkdown)

/** Markdown from outside. Until the parser is there the text stands without its marks, in the same place and size. */
export function MarkdownText({ text, className }: MarkdownTextProps) {
  if (Loaded) return <Loaded text={text} className={className} />
  const plain = (
    <div className={classes('space-y-2 text-base wrap-anywhere', className)}>
      {plainParagraphs(text).map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  )
  return (
    <Suspense fallback={plain}>
      <Late text={text} className={className} />
    </Suspense>
  )
}
