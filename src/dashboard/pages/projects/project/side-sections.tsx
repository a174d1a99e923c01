import { Suspense, useState } from 'react'
import type { Project } from '#contract/responses/projects.ts'
import { Panel } from '#features/panel.tsx'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { labels } from '../labels.ts'
import { LockfilesSection } from './lockfiles-section.tsx'
import { MoveSection } from './move/move-section.tsx'
import { PoliciesSection } from './policies-section.tsx'
import { RefsSection } from './refs-section.tsx'

const DeleteDialog = lazyDialog(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog))

interface SideSectionsProps {
  deployment: string
  project: Project
  now: Date
  /** Why this person may not do each of these. */
  reasons: Readonly<Record<'change' | 'branches' | 'merge' | 'delete', string | undefined>>
  onDeleted: () => void
  /** Called with the present name of a project that was renamed or merged. */
  onMoved: (present: string) => void
}

/** What a project page shows below its settings, loaded once the page is there. */
export function SideSections({ deployment, project, now, reasons, onDeleted, onMoved }: SideSectionsProps) {
  return (
    <>
      <PoliciesSection {...{ deployment, project }} />
      <RefsSection {...{ deployment, project, now }} disabledReason={reasons.branches} />
      <LockfilesSection deployment={deployment} repositoryId={project.id} />
      <MoveSection {...{ deployment, onMoved, reasons }} name={project.name} />
      <DeleteSection {...{ deployment, onDeleted }} name={project.name} disabledReason={reasons.delete} />
    </>
  )
}

interface DeleteSectionProps {
  deployment: string
  name: string
  disabledReason: string | undefined
  onDeleted: () => void
}

function DeleteSection({ deployment, name, disabledReason, onDeleted }: DeleteSectionProps) {
  const [deleting, setDeleting] = useState(false)
  return (
    <Panel title={labels.project.delete}>
      <p className="pb-2 text-2">{labels.project.deleteText}</p>
      <Button icon="trash" disabledReason={disabledReason} onClick={() => setDeleting(true)}>
        {labels.project.deleteButton}
      </Button>
      {deleting && (
        <Suspense>
          <DeleteDialog {...{ deployment, name, onDeleted }} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </Panel>
  )
}
