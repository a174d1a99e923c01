import { useRef, useState } from 'react'
import { Link } from '#features/link.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { lazyForm } from '#ui/lazy.tsx'
import { toast } from '#ui/toast/toast.ts'
import { errorText, type TagEdit } from './change-tags.ts'
import { labels } from './labels.ts'
import { tagPath } from './tag-path.ts'
import type { Tagged } from './tag-rules.ts'
import { useChangeTags } from './use-change-tags.tsx'

const TagField = lazyForm(
  () => import('./tag-field.tsx').then((module) => module.TagField),
  <span className="block h-8" />,
)

interface TagEditorProps {
  deployment: string
  project: Tagged
  /** Why this person may not change tags. */
  disabledReason: string | undefined
  /** Called to leave the field, which is then open from the start; without it a button opens and closes the field. */
  onLeave?: (() => void) | undefined
}

/** The tags of a project, each with a remove button, and a field to add more. Every change is shown at once. */
export function TagEditor({ deployment, project, disabledReason, onLeave }: TagEditorProps) {
  const { change: changeTags, dialog } = useChangeTags(deployment)
  const box = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLSpanElement>(null)
  const [adding, setAdding] = useState(onLeave !== undefined)
  const change = (edit: TagEdit) => changeTags([project], edit)
  const errorOf = (error: unknown) => errorText(error, [project])

  const remove = (tag: string, at: number) => {
    // The remove button disappears with its tag: the focus moves to the next tag, otherwise to the add field.
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
    const next =
      buttons[at + 1] ??
      buttons[at - 1] ??
      box.current?.querySelector<HTMLElement>('[data-add] :is(input, button)')
    next?.focus()
    change({ add: [], remove: [tag] }).catch((error: unknown) => {
      toast({ title: labels.notRemoved(tag), detail: errorOf(error), tone: 'danger', slot: 'tags' })
    })
  }

  const close = () => {
    setAdding(false)
    requestAnimationFrame(() => addButton.current?.querySelector('button')?.focus())
  }

  return (
    <div ref={box} className="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-2">
      {project.tags.length > 0 && <TagList {...{ deployment, project, disabledReason }} onRemove={remove} />}
      <span ref={addButton} data-add className="contents">
        {adding && disabledReason === undefined ? (
          <TagField
            deployment={deployment}
            present={project.tags}
            onAdd={(tag) => change({ add: [tag], remove: [] })}
            errorOf={errorOf}
            onClose={onLeave ?? close}
          />
        ) : (
          <Button size="small" icon="plus" disabledReason={disabledReason} onClick={() => setAdding(true)}>
            {labels.addTag}
          </Button>
        )}
      </span>
      {dialog}
    </div>
  )
}

interface TagListProps extends Pick<TagEditorProps, 'deployment' | 'project' | 'disabledReason'> {
  onRemove: (tag: string, at: number) => void
}

function TagList({ deployment, project, disabledReason, onRemove }: TagListProps) {
  return (
    <ul aria-label={labels.tagsOf(project.name)} className="flex max-w-full flex-wrap gap-1.5">
      {project.tags.map((tag, at) => (
        <li
          key={tag}
          className="inline-flex h-6.5 max-w-full items-center rounded-sm border border-line bg-surface-1 pl-2"
        >
          <Link to={tagPath(deployment, tag)} className="truncate text-2 hover:text-1 hover:underline">
            {tag}
          </Link>
          <IconButton
            data-remove
            icon="close"
            size="small"
            label={labels.remove(tag)}
            disabledReason={disabledReason}
            onClick={() => onRemove(tag, at)}
          />
        </li>
      ))}
    </ul>
  )
}
