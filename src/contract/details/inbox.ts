import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'

export const seenBody = z.object({
  /** False puts it back into the inbox. */
  seen: z.boolean(),
})

export const details = {
  listInbox: {
    mark: 'extension',
    summary: 'List what waits for the caller, by due date',
    description:
      "One list over findings of all types, requests and scans. `reasons` of an item say why it waits: `assigned` findings of the caller or a team of theirs that are open, reviewing or fixing; `approval` requests that they can decide; `mentioned`, with its finding, for comments that name them, for 90 days or until `PUT …/mentions/{id}/seen`; `answer` to their own requests, for 90 days or until `PUT …/approvals/{id}/seen`; `uncertain` matches of findings that are theirs or nobody's; `held_scan` for those who can apply it; `expiring` ignores that end within seven days, of findings that they own or ignored. Findings are those of primary branches, a secret once on whatever branch, without disabled rules. Items without `due_at` come last; at the same day requests and scans come first, then the most severe. `counts` has the exact number of items for each reason, and of all; with `reason` only its items are listed. `next`, as `after`, continues after the last item, however many items left the list meanwhile.",
  },
  markAnswer: {
    mark: 'extension',
    summary: 'Mark the answer to a request of your own as seen',
    description:
      'A request that was approved or declined is in the inbox of whoever made it until they have seen the answer. Returns 403 for a request of somebody else, and 409 for one without an answer.',
    body: seenBody,
  },
  markMention: {
    mark: 'extension',
    summary: 'Mark a comment that mentions you as seen',
    description:
      'A comment that mentions somebody is in their inbox until they have seen it, at most 90 days. The id is that of the mention. Returns 403 if it mentions somebody else.',
    body: seenBody,
  },
} satisfies Record<string, OperationDetails>
