import { usePrefetchInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { verdictsOptions } from '#api/projects/verdicts.ts'
import { lazy } from '#ui/lazy.tsx'
import type { PipelinePanelsProps } from './pipeline/pipeline-panels.tsx'

const PipelinePanels = lazy(() =>
  import('./pipeline/pipeline-panels.tsx').then((module) => module.PipelinePanels),
)

/** The pipeline of a project and its verdicts, whose code is loaded after the page. */
export function PipelineSection(props: PipelinePanelsProps) {
  // Requested with the rest of the page, not after the code.
  usePrefetchInfiniteQuery(verdictsOptions(props.deployment, props.project.name))
  return (
    <Suspense>
      <PipelinePanels {...props} />
    </Suspense>
  )
}
