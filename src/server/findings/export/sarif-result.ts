import {
  confidences,
  fromCode,
  reachabilities,
  severities,
  states,
  statuses,
  transitivities,
  triageReasons,
  triageStates,
  validationStates,
} from '#server/db/codes.ts'
import type { DataFlowStep, FindingDocument, SuggestedFix } from '#server/db/documents.ts'
import { modeOfLevel } from '#server/records/policies/effective-modes.ts'
import { formatInstant, parseDocument } from '../list/write-finding.ts'
import { codeUrl } from './addresses.ts'
import type { ExportedRow } from './pages.ts'
import { messageOf, type Shared, sharedRuleOf } from './shared.ts'

/** Columns of the detail table that a scan may report for a finding. */
export interface SentDetail {
  flow: readonly DataFlowStep[] | null
  fix: SuggestedFix | null
}

/** SARIF has three levels; the exact severity is written to the properties. Source: SARIF 2.1.0, 3.27.10. */
export const levels = { critical: 'error', high: 'error', medium: 'warning', low: 'note' } as const
/** Scores that every consumer of `security-severity` maps to the same severity. */
export const scores = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.0' } as const

/** One finding as a SARIF result. Source: SARIF 2.1.0, 3.27. */
export function resultOf(
  row: ExportedRow,
  shared: Shared,
  ruleIndex: number,
  detail: SentDetail | undefined,
  address: string,
) {
  const rule = sharedRuleOf(shared, row)
  const document = parseDocument(row)
  const severity = fromCode(severities, row.severity)
  const message = messageOf(row, document, shared) || rule?.title || rule?.path || 'A finding'
  const place = physicalLocationOf(row.path, row)
  const ticket = webAddress(document.external_ticket?.url)
  const flow = detail?.flow ? flowOf(detail.flow) : null
  return {
    ruleId: rule?.path ?? '',
    ruleIndex,
    level: levels[severity],
    message: { text: message },
    ...(place ? { locations: [{ physicalLocation: place }] } : {}),
    partialFingerprints: { 'matchBasedId/v1': row.match_based_id },
    hostedViewerUri: address,
    ...(ticket ? { workItemUris: [ticket] } : {}),
    ...suppressionOf(row),
    ...(flow ? { codeFlows: flow } : {}),
    ...(detail?.fix && row.path !== null ? { fixes: fixOf(row.path, detail.fix) } : {}),
    properties: propertiesOf(row, document, shared, severity),
  }
}

function propertiesOf(
  row: ExportedRow,
  document: FindingDocument,
  shared: Shared,
  severity: keyof typeof scores,
) {
  const fields = {
    id: row.id,
    severity,
    'security-severity': scores[severity],
    confidence: fromCode(confidences, row.confidence),
    status: fromCode(statuses, row.status),
    state: fromCode(states, row.state),
    triageState: fromCode(triageStates, row.triage_state),
    triageReason: fromCode(triageReasons, row.triage_reason),
    note: row.triage_comment,
    policy: shared.modes.policyOf(row.project_id, row.rule_id)?.name,
    policyMode: modeOfLevel(shared.modes.levelOf(row.project_id, row.rule_id)),
    project: shared.projects.get(row.project_id)?.name,
    ref: shared.refs.get(row.ref_id),
    codeHostUrl: codeUrl(document.line_of_code_url, {
      repository: shared.projects.get(row.project_id)?.url,
      ref: shared.refs.get(row.ref_id),
      path: row.path,
      line: row.line,
    }),
    relevantSince: formatInstant(row.relevant_since),
    firstSeen: formatInstant(row.created_at),
    resource: row.resource,
    advisory: row.advisory,
    package: row.package,
    packageVersion: row.package_version,
    ecosystem: row.ecosystem,
    reachability: fromCode(reachabilities, row.reachability),
    transitivity: fromCode(transitivities, row.transitivity),
    epssScore: row.epss_score,
    epssPercentile: row.epss_percentile,
    malicious: row.is_malicious === null ? null : row.is_malicious === 1,
    secretType: row.secret_type,
    validationState: fromCode(validationStates, row.validation_state),
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  )
}

interface Span {
  line?: number | null
  column?: number | null
  end_line?: number | null
  end_column?: number | null
}

/**
 * A location in a file; undefined without a file. Lines and columns are left out if they do not form a valid region.
 */
function physicalLocationOf(path: string | null, { line, column, end_line, end_column }: Span) {
  if (path === null) return null
  const artifactLocation = { uri: uriOf(path) }
  if (!isPosition(line)) return { artifactLocation }
  const ends = isPosition(end_line) && end_line >= line
  const oneLine = !ends || end_line === line
  const region = {
    startLine: line,
    ...(isPosition(column) ? { startColumn: column } : {}),
    ...(ends ? { endLine: end_line } : {}),
    ...(isPosition(end_column) && !(oneLine && end_column < (column ?? 1)) ? { endColumn: end_column } : {}),
  }
  return { artifactLocation, region }
}

const isPosition = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1

/** A path as a relative URI reference, with reserved characters escaped. Source: RFC 3986. */
function uriOf(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/')
}

/** Returns a URL that SARIF allows and that is safe to follow in a browser. */
export function webAddress(value: string | null | undefined): string | null {
  const href = value && /^https?:\/\//i.test(value) ? URL.parse(value)?.href : undefined
  const [, host, path = '', fragment] =
    /^(https?:\/\/(?:[\w.~!$&'()*+,;=:%@-]|\[[\da-f:.]+\])+)([^#]*)(?:#(.*))?$/is.exec(href ?? '') ?? []
  if (host === undefined) return null
  return `${host}${inUri(path)}${fragment === undefined ? '' : `#${inUri(fragment)}`}`
}

/** Browsers accept some characters that are in no URI. Source: RFC 3986, 3.3 to 3.5. */
const inUri = (part: string) =>
  part
    .replaceAll(/%(?![\da-f]{2})/gi, '%25')
    .replaceAll(/[^\w.~!$&'()*+,;=:@/?%-]/g, (character) => encodeURIComponent(character))

/** Findings ignored in triage, and findings suppressed in the source code. Source: SARIF 2.1.0, 3.35. */
function suppressionOf(row: ExportedRow) {
  const reason = fromCode(triageReasons, row.triage_reason)
  const fields = [reason?.replaceAll('_', ' '), row.triage_comment].filter(Boolean).join(': ')
  const comments = [
    ...(fromCode(triageStates, row.triage_state) === 'ignored'
      ? [{ kind: 'external', status: 'accepted', ...(fields ? { justification: fields } : {}) }]
      : []),
    ...(fromCode(states, row.state) === 'muted'
      ? [{ kind: 'inSource', status: 'accepted', justification: 'suppressed by a comment in the source' }]
      : []),
  ]
  return comments.length > 0 ? { suppressions: comments } : {}
}

function flowOf(steps: readonly DataFlowStep[]) {
  const locations = steps.map(({ kind, location, code }) => ({
    kinds: [kind],
    location: {
      physicalLocation: physicalLocationOf(location.filePath, {
        line: location.line ?? null,
        column: location.column ?? null,
        end_line: location.endLine ?? null,
        end_column: location.endColumn ?? null,
      }),
      ...(code ? { message: { text: code } } : {}),
    },
  }))
  return locations.length > 0 ? [{ threadFlows: [{ locations }] }] : null
}

/** A replacement of whole lines. Source: SARIF 2.1.0, 3.55. */
function fixOf(path: string, { startLine, before, after }: SuggestedFix) {
  const lines = before.split('\n')
  const deletedRegion = {
    startLine,
    startColumn: 1,
    endLine: startLine + lines.length - 1,
    endColumn: (lines.at(-1)?.length ?? 0) + 1,
    snippet: { text: before },
  }
  return [
    {
      artifactChanges: [
        {
          artifactLocation: { uri: uriOf(path) },
          replacements: [{ deletedRegion, insertedContent: { text: after } }],
        },
      ],
    },
  ]
}
