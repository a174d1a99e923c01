import type {
  GivenState,
  ReportedCode,
  ReportedFix,
  ReportedFlowStep,
  ReportedLocation,
  ReportedTicket,
} from '../../report/report.ts'
import {
  asCodeLines,
  asCount,
  asList,
  asName,
  asObject,
  asObjects,
  asPosition,
  asText,
  asTime,
  asUrl,
  bounds,
  getEither,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { regionEnd } from '../../values/regions.ts'

/** Accepts `filePath` or `file_path`, `endLine` or `end_line`. */
export function readLocation(value: unknown): ReportedLocation | null {
  const location = asObject(value)
  const path = filePath(getEither(location, 'file_path') ?? getEither(location, 'path'))
  if (path === null) return null
  const positionOf = (line: string, column: string) => ({
    line: asPosition(getEither(location, line)),
    column: asPosition(getEither(location, column)),
  })
  const start = positionOf('line', 'column')
  return { filePath: path, ...start, ...regionEnd(start, positionOf('end_line', 'end_column')) }
}

/** An external ticket; null if it has neither URL nor slug. */
export function readTicket(value: unknown): ReportedTicket | null {
  const ticket = asObject(value)
  if (ticket === null) return null
  const address = asUrl(getEither(ticket, 'url'))
  const externalSlug = asName(getEither(ticket, 'external_slug'))
  const id = asCount(ticket['id'])
  if (address === null && externalSlug === null && id === null) return null
  const linked = asList(getEither(ticket, 'linked_issue_ids')).slice(0, bounds.list)
  return { id, externalSlug, linkedIssueIds: linked.flatMap((each) => asCount(each) ?? []), url: address }
}

/** The review comments of a finding, up to the maximum that is stored. */
export function readComments(value: unknown) {
  return asObjects(value)
    .slice(0, bounds.list)
    .map((each) => ({
      externalDiscussionId: asName(getEither(each, 'external_discussion_id')),
      externalNoteId: asCount(getEither(each, 'external_note_id')),
    }))
}

/** The pull requests of a finding; those without a usable URL are left out. */
export function readPullRequests(value: unknown) {
  return asObjects(value)
    .slice(0, bounds.list)
    .flatMap((each) => {
      const address = asUrl(each['url'])
      return address === null
        ? []
        : [
            {
              createdAt: asTime(getEither(each, 'created_at')),
              url: address,
              state: asName(each['state'], 50),
            },
          ]
    })
}

/** The state of the finding in the other service. */
export function readState(finding: JsonObject): GivenState {
  const repository = asObject(finding['repository'])
  return {
    sentBy: null,
    id: asName(finding['id'], 30),
    firstSeenScanId: asName(getEither(finding, 'first_seen_scan_id'), 30),
    status: asName(finding['status'], 50),
    state: asName(finding['state'], 50),
    stateUpdatedAt: asTime(getEither(finding, 'state_updated_at')),
    triageState: asName(getEither(finding, 'triage_state'), 50),
    triageReason: asName(getEither(finding, 'triage_reason'), 50),
    triageComment: asText(getEither(finding, 'triage_comment'), 3_000),
    triagedAt: asTime(getEither(finding, 'triaged_at')),
    triagedBy: null,
    ignoredUntil: asTime(getEither(finding, 'ignored_until')),
    ignoreEnds: asName(getEither(finding, 'ignore_ends'), 50),
    createdAt: asTime(getEither(finding, 'created_at')),
    relevantSince: asTime(getEither(finding, 'relevant_since')),
    ref: asName(finding['ref']),
    repository: repository && { name: asName(repository['name']), url: asUrl(repository['url']) },
  }
}

/** `code`, `data_flow` and `fix`, if the response is that of a single finding. */
export function readDetail(finding: JsonObject): {
  code: ReportedCode | null
  dataFlow: ReportedFlowStep[] | null
  fix: ReportedFix | null
} {
  const code = asObject(finding['code'])
  const rawLines = getEither(code, 'lines')
  const lines = asCodeLines(
    Array.isArray(rawLines) ? rawLines.filter((each) => typeof each === 'string').join('\n') : rawLines,
  )
  const startLine = asPosition(getEither(code, 'start_line'))
  const fix = asObject(finding['fix'])
  const fixLine = asPosition(getEither(fix, 'start_line'))
  const steps = asObjects(getEither(finding, 'data_flow')).slice(0, 500).flatMap(readFlowStep)
  return {
    code: lines && startLine !== null ? { startLine, lines } : null,
    dataFlow: steps.length > 0 ? steps : null,
    fix:
      fixLine === null
        ? null
        : {
            startLine: fixLine,
            before: asText(fix?.['before'], bounds.code) ?? '',
            after: asText(fix?.['after'], bounds.code) ?? '',
          },
  }
}

function readFlowStep(step: JsonObject): ReportedFlowStep[] {
  const location = readLocation(step['location'])
  const kind = step['kind']
  if (location === null || (kind !== 'source' && kind !== 'step' && kind !== 'sink')) return []
  return [{ kind, location, code: asText(getIn(step, 'code'), 2_000) }]
}
