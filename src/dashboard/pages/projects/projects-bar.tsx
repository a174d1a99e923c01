import type { RefObject } from 'react'
import type { RowSelection } from '#features/list/selection/use-row-selection.tsx'
import { SelectionFrame } from '#features/list/table/selection-frame.tsx'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { Button } from '#ui/button.tsx'
import { lazyForm } from '#ui/lazy.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import type { ProjectRow } from './cells.tsx'
import { labels } from './labels.ts'

const BulkTags = lazyForm(
  () => import('./tags/bulk-tags.tsx').then((module) => module.BulkTags),
  <span className="block h-24" />,
)

/** The maximum number of projects whose tags one request changes. */
const mostAtOnce = 3000

interface ProjectsBarProps {
  deployment: string
  table: RefObject<DataTableHandle | null>
  selection: RowSelection<ProjectRow>
  /** The tag editor is open. */
  open: boolean
  onOpen: (open: boolean) => void
  tagsReason: string | undefined
}

/** The selection, and the editor of its tags. */
export function ProjectsBar({ deployment, table, selection, open, onOpen, tagsReason }: ProjectsBarProps) {
  const { selected, elsewhere, clear } = selection
  const tooMany = selected.size > mostAtOnce ? labels.bulk.tooMany(mostAtOnce) : undefined
  const close = () => {
    onOpen(false)
    const id = table.current?.active()
    if (id !== undefined) table.current?.focusRow(id)
  }
  return (
    <SelectionFrame
      table={table}
      label={labels.bulk.selected(selected.size)}
      elsewhere={elsewhere}
      onClear={() => {
        onOpen(false)
        clear()
      }}
      confirmation={
        open &&
        !tooMany && (
          <BulkTags
            deployment={deployment}
            projects={[...selected.values()].map(({ project }) => project)}
            onClose={close}
          />
        )
      }
    >
      <Button
        size="small"
        variant="quiet"
        pressed={open}
        disabledReason={tagsReason ?? tooMany}
        onClick={() => onOpen(!open)}
      >
        {labels.bulk.tags} <Kbd>T</Kbd>
      </Button>
    </SelectionFrame>
  )
}
