import type { KeyboardEvent } from 'react'
import type { Project } from '#contract/responses/projects.ts'
import { TagEditor } from '#features/tags/tag-editor.tsx'
import { Button } from '#ui/button.tsx'
import { labels } from '../labels.ts'

interface RowEditorProps {
  deployment: string
  project: Project
  disabledReason: string | undefined
  onClose: () => void
}

/** The tag editor of a project under its row. Escape restores the focus to the row. */
export function RowEditor({ deployment, project, disabledReason, onClose }: RowEditorProps) {
  const press = (event: KeyboardEvent) => {
    // The first Escape closes the suggestions.
    const suggesting =
      event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    if (event.key !== 'Escape' || event.defaultPrevented || suggesting) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <section
      aria-label={labels.tagsOf(project.name)}
      onKeyDown={press}
      className="flex items-start gap-4 py-2 pl-10 whitespace-normal max-sm:pl-0"
    >
      <div className="min-w-0 flex-1">
        <TagEditor
          deployment={deployment}
          project={{ name: project.name, tags: project.tags ?? [] }}
          disabledReason={disabledReason}
          onLeave={onClose}
        />
      </div>
      <Button variant="quiet" onClick={onClose} hint="Esc">
        {labels.done}
      </Button>
    </section>
  )
}
