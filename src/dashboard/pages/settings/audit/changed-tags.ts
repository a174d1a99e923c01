import { isObject } from '#api/dialects/shapes.ts'
import { counted, type Detail, joined, textIn, textsIn } from './event-values.ts'
import { projectCount } from './labels.ts'

/** Returns the tags that were added and removed: `+ pci, − old`. */
const tagsText = (detail: Detail): string =>
  [
    ...textsIn(detail, 'added').map((tag) => `+ ${tag}`),
    ...textsIn(detail, 'removed').map((tag) => `− ${tag}`),
  ].join(', ')

/** Returns the changed tags in one line, and of how many projects, if of several. */
export const changedTags = (detail: Detail): string =>
  joined([counted(detail, 'count', projectCount), tagsText(detail)], ' · ')

/** Returns the projects whose tags an event changed together, as far as it lists them. */
export function taggedProjects({ changes }: Detail): { project: string; change: string }[] {
  return (Array.isArray(changes) ? changes : []).flatMap((one: unknown) => {
    const project = isObject(one) ? textIn(one, 'project') : undefined
    return project === undefined || !isObject(one) ? [] : [{ project, change: tagsText(one) }]
  })
}
