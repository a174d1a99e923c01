import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { may, meOptions, scopesIn } from '#api/me.ts'
import type { Scope } from '#contract/operation.ts'
import type { Project } from '#contract/responses/projects.ts'
import { Panel } from '#features/panel.tsx'
import { Button } from '#ui/button.tsx'
import { lazy, lazyDialog } from '#ui/lazy.tsx'
import { labels } from '../labels.ts'
import { CodeownersSection } from './codeowners-section.tsx'
import { LockfilesSection } from './lockfiles-section.tsx'
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
const RefsSection = lazy(() => import('./refs-section.tsx').then((module) => module.RefsSection))
const DeleteDialog = lazyDialog(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog))

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
}

/** An existing project: open findings, trend, scans and lockfiles, and its settings at the side. */
export function ProjectPage({ deployment, project, now, onDeleted }: ProjectPageProps) {
  const { data: me } = useQuery(meOptions())
  const scopes = me && scopesIn(me, deployment)
  const [deleting, setDeleting] = useState(false)
  const writes = reasonFor(scopes, 'projects:write', labels.project.mayNotChange)
  const deletesBranches = reasonFor(scopes, 'admin', labels.project.mayNotDeleteBranches)
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
            <RefsSection {...{ deployment, project, now }} disabledReason={deletesBranches} />
          </Suspense>
          <LockfilesSection deployment={deployment} repositoryId={project.id} />
          <Panel title={labels.project.delete}>
            <DeleteButton
              disabledReason={reasonFor(scopes, 'admin', labels.project.mayNotDelete)}
              onPress={() => setDeleting(true)}
            />
          </Panel>
        </div>
      </div>
      {deleting && (
        <Suspense>
          <DeleteDialog
            deployment={deployment}
            name={project.name}
            onDeleted={onDeleted}
            onClose={() => setDeleting(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function DeleteButton({
  disabledReason,
  onPress,
}: {
  disabledReason: string | undefined
  onPress: () => void
}) {
  return (
    <>
      <p className="pb-2 text-2">{labels.project.deleteText}</p>
      <Button icon="trash" disabledReason={disabledReason} onClick={onPress}>
        {labels.project.deleteButton}
      </Button>
    </>
  )
}
