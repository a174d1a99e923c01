import type { SecretFinding } from '#contract/responses/secrets.ts'
import { confidences, fromCode, severities, statuses, validationStates } from '#server/db/codes.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { SecretRow } from './queries.ts'

const secretStatusOf = {
  open: 'OPEN',
  reviewing: 'OPEN',
  fixing: 'OPEN',
  ignored: 'IGNORED',
  fixed: 'FIXED',
} as const

/** Scans do not report the visibility or host of a repository. Collectors strip the prefix of these values. */
const unknownRepositoryHost = { visibility: 'REPOSITORY_VISIBILITY_UNKNOWN', scmType: 'SCM_TYPE_UNKNOWN' }

/**
 * A secret as a response object; the row does not contain its value. A path includes its line as `path:line`.
 * Source: docs/api.md#secrets.
 */
export function toSecret(row: SecretRow): SecretFinding {
  // parse: the column holds a document written by us.
  const document = parseStored<FindingDocument>(row.document_json)
  const changed = Math.max(row.created_at, row.relevant_since, row.state_updated_at, row.triaged_at ?? 0)
  return {
    id: String(row.id),
    type: row.secret_type,
    status: `FINDING_STATUS_${row.removed === 1 ? 'REMOVED' : secretStatusOf[fromCode(statuses, row.status)]}`,
    severity: `SEVERITY_${fromCode(severities, row.severity).toUpperCase()}`,
    confidence:
      row.confidence === null ? null : `CONFIDENCE_${fromCode(confidences, row.confidence).toUpperCase()}`,
    validationState:
      row.validation_state === null
        ? null
        : `VALIDATION_STATE_${fromCode(validationStates, row.validation_state)}`,
    mode: row.mode,
    findingPath: row.path === null || row.line === null ? row.path : `${row.path}:${row.line}`,
    findingPathUrl: document.line_of_code_url ?? null,
    ref: row.ref_name,
    refUrl: document.secret?.refUrl ?? null,
    ruleHashId: document.secret?.ruleHashId ?? null,
    repository: { name: row.project_name, url: row.project_url, ...unknownRepositoryHost },
    externalTicket: ticketOf(document),
    reviewComments: (document.review_comments ?? []).map((comment) => ({
      ...comment,
      externalNoteId: idOf(comment.externalNoteId),
    })),
    historicalInfo: document.secret?.historicalInfo ?? null,
    validatedAt: row.validated_at === null ? null : new Date(row.validated_at).toISOString(),
    secretHash: row.secret_hash,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(changed).toISOString(),
  }
}

/**
 * The same for a token with compatible answers: what is unknown is `…_UNSPECIFIED` for values of an enumeration, and
 * empty for other texts. Times are no texts, and stay null.
 */
export function toCompatibleSecret(row: SecretRow): SecretFinding {
  const secret = toSecret(row)
  const { repository, externalTicket: ticket } = secret
  return {
    ...secret,
    type: secret.type ?? '',
    confidence: secret.confidence ?? 'CONFIDENCE_UNSPECIFIED',
    validationState: secret.validationState ?? 'VALIDATION_STATE_UNSPECIFIED',
    mode: secret.mode ?? 'MODE_UNSPECIFIED',
    findingPath: secret.findingPath ?? '',
    findingPathUrl: secret.findingPathUrl ?? '',
    refUrl: secret.refUrl ?? '',
    ruleHashId: secret.ruleHashId ?? '',
    secretHash: secret.secretHash ?? '',
    repository: { ...repository, url: repository.url ?? '' },
    externalTicket: ticket && {
      ...ticket,
      id: ticket.id ?? '',
      externalSlug: ticket.externalSlug ?? '',
      url: ticket.url ?? '',
    },
    reviewComments: secret.reviewComments?.map((comment) => ({
      externalDiscussionId: comment.externalDiscussionId ?? '',
      externalNoteId: comment.externalNoteId ?? '',
    })),
  }
}

// Ids are integers in the lists of findings, but decimal texts here.
const idOf = (id: number | null | undefined) => (typeof id === 'number' ? String(id) : null)

function ticketOf({ external_ticket: ticket }: FindingDocument): SecretFinding['externalTicket'] {
  if (!ticket) return null
  return { ...ticket, id: idOf(ticket.id), linkedIssueIds: (ticket.linkedIssueIds ?? []).map(String) }
}
