import { usePrefetchQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense } from 'react'
import { codeownersOptions } from '#api/owners.ts'
import { useExtensions } from '#features/sbom/form/use-extensions.ts'
import { lazy } from '#ui/lazy.tsx'

const CodeownersPanel = lazy(() =>
  import('../codeowners/codeowners-panel.tsx').then((module) => module.CodeownersPanel),
)

type Props = ComponentProps<typeof CodeownersPanel>

/** The CODEOWNERS file; empty if the service has none. */
export function CodeownersSection(props: Props) {
  const isSupported = useExtensions()
  return isSupported('getCodeowners') ? <LoadingSection {...props} /> : null
}

/** The file is requested while the code for it is loaded, after the page. */
function LoadingSection(props: Props) {
  usePrefetchQuery(codeownersOptions(props.deployment, props.project))
  return (
    <Suspense>
      <CodeownersPanel {...props} />
    </Suspense>
  )
}
