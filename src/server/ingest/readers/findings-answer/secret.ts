import { createHmac } from 'node:crypto'
import { evidenceOf } from '../../evidence.ts'
import { identityOf } from '../../identity.ts'
import { filePath } from '../../paths.ts'
import type { ReportedSecretFinding } from '../../report.ts'
import { confidenceOfWord, severityOfWord } from '../../severity.ts'
import { either, type JsonObject, name, object, position, text, time, url, word } from '../../values.ts'
import { answeredComments, answeredLocation, answeredTicket, givenState } from './parts.ts'

const states = ['CONFIRMED_VALID', 'CONFIRMED_INVALID', 'VALIDATION_ERROR', 'NO_VALIDATOR'] as const

/**
 * An element of the secrets listing. It carries no value; its path may end in `:line`.
 * Source: API decisions, Named operations.
 */
export function answeredSecret(finding: JsonObject, rulePath: string, salt: string): ReportedSecretFinding {
  const location = answeredLocation(finding['location']) ?? placeOf(either(finding, 'finding_path'))
  const message = text(either(finding, 'rule_message'))
  const given = name(finding['id'], 30)
  const own = name(either(finding, 'match_based_id'), 300)
  const salted = (value: string) => createHmac('sha256', salt).update(value).digest('hex')
  const identity = identityOf({
    rulePath,
    path: location?.filePath ?? null,
    fingerprint: given === null ? null : salted(given),
    matched: null,
    message,
  })
  const state = either(finding, 'validation_state')
  const history = object(either(finding, 'historical_info'))
  return {
    kind: 'secret',
    matchBasedId: own ?? identity.match,
    syntacticId: identity.syntactic,
    evidence: evidenceOf({
      fingerprint: given === null ? null : { scheme: 'id', value: given },
      secured: salted,
    }),
    rulePath,
    message,
    severity: severityOfWord(finding['severity']) ?? 'high',
    confidence: confidenceOfWord(finding['confidence']),
    categories: ['security'],
    location,
    logicalLocation: null,
    lineOfCodeUrl: url(either(finding, 'finding_path_url')),
    suppressed: false,
    references: [],
    externalTicket: answeredTicket(either(finding, 'external_ticket')),
    reviewComments: answeredComments(either(finding, 'review_comments')),
    given: {
      ...givenState(finding),
      createdAt: time(either(finding, 'created_at')),
      stateUpdatedAt: time(either(finding, 'updated_at')),
    },
    secretType: name(finding['type'], 200) ?? 'Generic secret',
    secretHash: null,
    validationState:
      (typeof state === 'string' ? word(state.replace(/^VALIDATION_STATE_/i, ''), states) : null) ??
      'NO_VALIDATOR',
    historicalInfo: history && {
      gitCommit: name(either(history, 'git_commit'), 100),
      gitBlob: name(either(history, 'git_blob'), 100),
      gitCommitTimestamp: time(either(history, 'git_commit_timestamp')),
    },
  }
}

function placeOf(path: unknown): ReportedSecretFinding['location'] {
  const whole = filePath(path)
  if (whole === null) return null
  const numbered = /^(.+):(\d{1,9})$/s.exec(whole)
  const line = numbered ? position(numbered[2]) : null
  return {
    filePath: line ? (numbered?.[1] ?? whole) : whole,
    line,
    column: null,
    endLine: null,
    endColumn: null,
  }
}
