import type { OperationDetails } from '../operation.ts'

export const details = {
  acceptedRisks: {
    mark: 'extension',
    summary: 'List accepted risks',
    description:
      'Lists the findings of code, supply chain and secrets that are ignored as an acceptable risk, each flaw once, those triaged last first: why, who asked for it, who approved it, and until when. `total` is the number of all that match. `project` and `tag` restrict it to a project by its name, or to projects with a tag; an unknown project returns 404.',
  },
} satisfies Record<string, OperationDetails>
