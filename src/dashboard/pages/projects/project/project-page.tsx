import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lockfilesOptions } from '#api/dependencies/lockfiles.ts'
import { may, meOptions, scopesIn } from '#api/me.ts'
import type { Scope } from '#contract/operation.ts'
import type { Project } from '#contract/responses/projects.ts'
import { Panel } from '#features/panel.tsx'
import { lazy } from '#ui/lazy.tsx'
import { labels } from '../labels.ts'
import { CodeownersSection } from './codeowners-section.tsx'
import { OpenSummary } from './open-summary.tsx'
import { PipelineSection } from './pipeline-section.tsx'
import { ProjectHeader } from './project-header.tsx'
import { ScansSection } from './scans-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { SourcesSection } from './sources-section.tsx'
import { TrendSection } from './trend-section.tsx'
import { VexSection } from './vex-section.tsx'

const ImportPanel = lazy(() =>
  import('#features/import/import-panel.tsx').then((module) => module.ImportPanel),
)
const SideSections = lazy(() => import('./side-sections.tsx').then((module) => module.SideSections))

/** Returns why a person with these scopes may not perform actions that need the given one. */
function reasonFor(scopes: readonly string[] | undefined, needed: Scope, what: string): string | undefined {
  if (!scopes) return labels.project.checking
  return may(scopes, needed) ? undefined : labels.project.lacksScope(what, needed)
}

interface ProjectPageProps {
  deployment: string
  project: Project
  now: Date
  onDeleted: () => void
  onMoved: (present: string) => void
}

/** An existing project: open findings, trend, scans and lockfiles, and its settings at the side. */
export function ProjectPage({ deployment, project, now, onDeleted, onMoved }: ProjectPageProps) {
  const { data: me } = useQuery(meOptions())
  // Their section, whose code loads later, would make the request a round later.
  usePrefetchInfiniteQuery(lockfilesOptions(deployment, project.id))
  const scopes = me && scopesIn(me, deployment)
  const writes = reasonFor(scopes, 'projects:write', labels.project.mayNotChange)
  const triages = reasonFor(scopes, 'findings:triage', labels.project.mayNotTriage)
  return (
    <div className="px-4 pb-8">
      <ProjectHeader
        {...{ deployment, project, now }}
        reasons={{ tags: writes, sbom: reasonFor(scopes, 'sbom:export', labels.project.mayNotExport) }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 min-[1200px]:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <Panel title={labels.project.openFindings}>
            <OpenSummary deployment={deployment} project={project} />
          </Panel>
          <TrendSection deployment={deployment} project={project.name} />
          <ScansSection deployment={deployment} project={project} now={now} />
          <PipelineSection {...{ deployment, project }} disabledReason={writes} />
          <Panel title={labels.project.importScan}>
            <Suspense>
              <ImportPanel deployment={deployment} project={project.name} />
            </Suspense>
          </Panel>
          <SourcesSection {...{ deployment, now }} project={project.name} disabledReason={writes} />
          <CodeownersSection {...{ deployment, now }} project={project.name} disabledReason={writes} />
          <VexSection deployment={deployment} project={project.name} disabledReason={triages} />
        </div>
        <div className="min-w-0">
          <SettingsSection deployment={deployment} project={project} disabledReason={writes} />
          <Suspense>
            <SideSections
              {...{ deployment, project, now, onDeleted, onMoved }}
              reasons={{
                change: writes,
                branches: reasonFor(scopes, 'admin', labels.project.mayNotDeleteBranches),
                merge: reasonFor(scopes, 'admin', labels.project.mayNotMerge),
                delete: reasonFor(scopes, 'admin', labels.project.mayNotDelete),
              }}
            />
          </Suspense>
        </div>
      </div>
    </div>
  )
}
