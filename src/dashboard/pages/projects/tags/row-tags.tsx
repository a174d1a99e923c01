import { tagPath } from '#features/tags/tag-path.ts'
import { IconButton } from '#ui/icon/icon-button.tsx'
import type { ProjectRow } from '../cells.tsx'
import { labels } from '../labels.ts'

/** The number of characters, including the spacing of each tag, that fit into the column. */
const room = 32
const around = 3

/** Returns the tags that fit, at least one, and the remaining ones. */
function fitting(tags: readonly string[]): [readonly string[], readonly string[]] {
  let left = room
  let shown = 0
  for (const { length } of tags) {
    left -= length + around
    if (left < 0 && shown > 0) break
    shown += 1
  }
  return [tags.slice(0, shown), tags.slice(shown)]
}

/** The tags that fit, and the button that edits them. */
export function RowTags({ row }: { row: ProjectRow }) {
  const { project, deployment, tagsReason, onTags } = row
  const tags = project.tags ?? []
  const [shown, hidden] = fitting(tags)
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="flex min-w-0 gap-1">
        {shown.map((tag) => (
          <a
            key={tag}
            href={tagPath(deployment, tag)}
            title={tag}
            tabIndex={-1}
            className="inline-flex h-5 shrink-0 last:min-w-8 last:shrink items-center rounded-sm border border-line px-1.5 text-xs text-2 hover:text-1 hover:underline"
          >
            <span className="truncate">{tag}</span>
          </a>
        ))}
      </span>
      {hidden.length > 0 && (
        <span title={hidden.join(', ')} className="shrink-0 text-xs text-2">
          {labels.moreTags(hidden.length)}
        </span>
      )}
      <IconButton
        icon="plus"
        size="small"
        tabIndex={-1}
        label={labels.editTags(project.name)}
        hint={labels.editTagsHint}
        disabledReason={tagsReason}
        onClick={() => onTags(String(project.id))}
        className="shrink-0"
      />
    </span>
  )
}
