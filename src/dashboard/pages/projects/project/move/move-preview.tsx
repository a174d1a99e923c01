import type { ProjectChangeAnswer, ProjectEffects } from '#contract/responses/projects.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { labels } from './labels.ts'

// parse: the keys of our own labels, each a number of the answer.
const parts = Object.keys(labels.parts) as (keyof ProjectEffects)[]

/** What a change of a project would move, or why it is refused. */
export function MovePreview({
  title,
  answer: { effects, conflicts },
}: {
  title: string
  answer: ProjectChangeAnswer
}) {
  if (conflicts.length > 0) {
    return (
      <ul role="alert" className="grid gap-1 text-danger">
        {conflicts.map(({ reason, detail }) => (
          <li key={reason} className="flex items-start gap-1.5">
            <Icon name="error" className="mt-0.5" />
            <span className="min-w-0 wrap-anywhere">{detail}</span>
          </li>
        ))}
      </ul>
    )
  }
  const moved = parts.filter((part) => part === 'findings' || effects[part] > 0)
  return (
    <section role="status" aria-label={title} className="rounded-sm border border-line p-3">
      <h3 className="pb-1 font-medium">{title}</h3>
      <ul className="list-disc pl-5 text-2">
        {moved.map((part) => (
          <li key={part}>{labels.parts[part](effects[part])}</li>
        ))}
      </ul>
      <p className="pt-2 text-3">{labels.undoable}</p>
    </section>
  )
}
