import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'

import { searchName } from '../parameters/name.ts'

export const retireSourceBody = z.object({
  repo: searchName(500).check(z.minLength(1)),
  tool: z.string().check(z.minLength(1), z.maxLength(200)),
  category: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
})

export const details = {
  listSources: {
    mark: 'extension',
    summary: 'List the sources of a project: each tool with its category and last scan',
    description:
      '`silent` is true if the last full scan of the primary branch by this source is older than those of the other sources by more than seven days and by more than twice its usual interval. A retired source is listed until it reports again.',
  },
  retireSource: {
    mark: 'extension',
    summary: 'Retire a source that no longer reports',
    description:
      'Removes its open findings from all refs of the project and stops listing its lockfiles. The source can be restored within 24 hours. It becomes active again when it reports.',
    body: retireSourceBody,
  },
  restoreSource: {
    mark: 'extension',
    summary: 'Restore a retired source with its findings, within 24 hours',
    body: retireSourceBody,
  },
} satisfies Record<string, OperationDetails>
