import { Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'

const VexPanel = lazy(() => import('../vex/vex-panel.tsx').then((module) => module.VexPanel))

interface VexSectionProps {
  deployment: string
  project: string
  /** Why this person may not triage. */
  disabledReason: string | undefined
}

/** The export and import of VEX, whose code is loaded after the page. */
export function VexSection(props: VexSectionProps) {
  return (
    <Suspense>
      <VexPanel {...props} />
    </Suspense>
  )
}
