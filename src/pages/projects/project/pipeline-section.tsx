import { Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'
import type { PipelinePanelsProps } from './pipeline/pipeline-panels.tsx'

const PipelinePanels = lazy(() =>
  import('./pipeline/pipeline-panels.tsx').then((module) => module.PipelinePanels),
)

/** The pipeline of a project and its verdicts, whose code is loaded after the page. */
export function PipelineSection(props: PipelinePanelsProps) {
  return (
    <Suspense>
      <PipelinePanels {...props} />
    </Suspense>
  )
}
