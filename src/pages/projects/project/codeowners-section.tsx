import { type ComponentProps, Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'

const CodeownersPanel = lazy(() =>
  import('../codeowners/codeowners-panel.tsx').then((module) => module.CodeownersPanel),
)

/** The CODEOWNERS file, whose code is loaded after the page. */
export function CodeownersSection(props: ComponentProps<typeof CodeownersPanel>) {
  return (
    <Suspense>
      <CodeownersPanel {...props} />
    </Suspense>
  )
}
