import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'

export const decideApprovalBody = z.object({
  /** Why. */
  note: z
    .string()
    .check(
      z.regex(/\S/, { error: 'is empty' }),
      z.maxLength(3000, { error: 'is longer than 3000 characters' }),
    ),
  /** The version that was read. */
  version: z.optional(z.string().check(z.maxLength(100))),
})

export const details = {
  listApprovals: {
    mark: 'extension',
    summary: 'List requests to ignore findings, newest first',
    description:
      'Where `requireApproval` is set, ignoring a critical or high finding is a request that another person approves or declines; until then the finding stays as it is. `waiting` selects requests that wait for a decision, or all others. `cursor` of an answer gives the next page of at most `limit` (500, default 100), and is empty on the last one. `count` is the number of findings that wait, or were requested; `finding` the first of them. A request is `withdrawn` if no finding waits for it any more: it was undone, or somebody triaged the findings otherwise. `own` requests of the caller, also through another token, are for others to decide.',
  },
  approveRequest: {
    mark: 'extension',
    summary: 'Approve a request: ignore its findings',
    description:
      'Ignores the findings that wait for the request, as a triage change that can be undone. `note` says why. Returns 403 for a request of the same person, also with another token, and for the token of a machine, and 409 with the request as it is now in `current` if it was decided or withdrawn, or has changed since the `version` that was read: other findings wait for it, or they have other severities. 409 also if its `ignored_until` has passed.',
    body: decideApprovalBody,
  },
  declineRequest: {
    mark: 'extension',
    summary: 'Decline a request: its findings stay as they are',
    description:
      '`note` says why. Returns 403 for a request of the same person, also with another token, and for the token of a machine, and 409 with the request as it is now in `current` if it was decided or withdrawn, or has changed since the `version` that was read.',
    body: decideApprovalBody,
  },
} satisfies Record<string, OperationDetails>
