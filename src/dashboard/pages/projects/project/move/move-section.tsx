import { Suspense, useState } from 'react'
import type { ProjectMove } from '#api/projects/changes.ts'
import { Panel } from '#features/panel.tsx'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { labels } from '../../labels.ts'

const MoveDialog = lazyDialog(() => import('./move-dialog.tsx').then((module) => module.MoveDialog))

interface MoveSectionProps {
  deployment: string
  name: string
  /** Why this person may not change the project, and why not merge it. */
  reasons: { change: string | undefined; merge: string | undefined }
  /** Called with the present name of a project that was renamed or merged. */
  onMoved: (present: string) => void
}

/** Renames a project, merges it into another, or splits a folder off it. */
export function MoveSection({ deployment, name, reasons, onMoved }: MoveSectionProps) {
  const [kind, setKind] = useState<ProjectMove['kind']>()
  return (
    <Panel title={labels.project.move.title}>
      <p className="pb-2 text-2">{labels.project.move.text}</p>
      <div className="flex flex-wrap gap-2">
        {(['rename', 'merge', 'split'] as const).map((each) => (
          <Button
            key={each}
            disabledReason={each === 'merge' ? reasons.merge : reasons.change}
            onClick={() => setKind(each)}
          >
            {labels.project.move[each]}
          </Button>
        ))}
      </div>
      <Suspense>
        {kind && (
          <MoveDialog
            {...{ deployment, name, kind, onMoved }}
            isAdmin={reasons.merge === undefined}
            onClose={() => setKind(undefined)}
          />
        )}
      </Suspense>
    </Panel>
  )
}
