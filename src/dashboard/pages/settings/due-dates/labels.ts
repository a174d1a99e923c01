import type { DueDatesPreview } from '#contract/responses/deployments.ts'
import { severityLabel } from '#features/severity.tsx'
import { joinWords, plural } from '#lib/text/format.ts'

/** Labels of the due dates. */
export const labels = {
  title: 'Due dates',
  words:
    'How many days after it was found on the primary branch, or reopened, a finding is due. It is due at the end of that day.',
  unsupported: 'This service does not support due dates.',
  failed: "Couldn't load the due dates",
  previewFailed: "Couldn't count what would be overdue",
  on: 'Findings have due dates',
  all: 'All projects',
  allHint: 'Days by severity. Leave a field empty for no due date.',
  tagHint:
    'Replaces the days for all projects. If a project has several of these tags, the shortest time applies.',
  tag: 'Project tag',
  tagOf: (tag: string) => `Projects with tag ${tag}`,
  noTags: 'No project has another tag',
  chooseTag: 'Add days for a tag…',
  remove: 'Remove',
  removeTag: (tag: string) => `Remove days for tag ${tag}`,
  daysFault: 'Enter 1 to 3,650, or nothing',
  orderFault: (lesser: string) => `Must not be longer than for ${severityLabel(lesser).toLowerCase()}`,
  counting: 'Counting what becomes overdue…',
  save: 'Save due dates',
  unchanged: 'No changes to save',
  saved: 'Due dates saved',
  restored: 'Due dates restored',
  undo: 'Undo',
} as const

const nouns = {
  sast: (count: number) => plural(count, 'code finding'),
  sca: (count: number) => plural(count, 'supply chain finding'),
  secrets: (count: number) => plural(count, 'secret'),
} as const

type Count = (of: DueDatesPreview['sast']) => number

function countsText(preview: DueDatesPreview, count: Count): string | undefined {
  const types = ['sast', 'sca', 'secrets'] as const
  const parts = types.flatMap((type) => {
    const counted = count(preview[type])
    return counted > 0 ? [nouns[type](counted)] : []
  })
  return parts.length > 0 ? joinWords(parts) : undefined
}

/** What a changed setting does: what becomes overdue, and what is overdue and due this week then. */
export function previewText(preview: DueDatesPreview): string {
  const newly = countsText(preview, (of) => of.newly_overdue)
  const overdue = countsText(preview, ({ after }) => after.overdue)
  const week = countsText(preview, ({ after }) => after.week)
  const becomes = newly ? `After you save, ${newly} will become overdue.` : 'Nothing will become overdue.'
  return `${becomes} Overdue then: ${overdue ?? 'none'}. Due within a week: ${week ?? 'none'}.`
}

/** What the saved setting does now. */
export function presentText(preview: DueDatesPreview): string {
  const overdue = countsText(preview, ({ now }) => now.overdue)
  const week = countsText(preview, ({ now }) => now.week)
  return `Overdue: ${overdue ?? 'none'}. Due within a week: ${week ?? 'none'}.`
}
