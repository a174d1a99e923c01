import { filePath } from '../../paths.ts'
import type {
  GivenState,
  ReportedCode,
  ReportedFix,
  ReportedFlowStep,
  ReportedLocation,
  ReportedTicket,
} from '../../report.ts'
import {
  at,
  bounds,
  codeLines,
  count,
  either,
  type JsonObject,
  list,
  name,
  object,
  objects,
  position,
  text,
  time,
  url,
} from '../../values.ts'

/** `filePath` or `file_path`, `endLine` or `end_line`. */
export function answeredLocation(value: unknown): ReportedLocation | null {
  const location = object(value)
  const path = filePath(either(location, 'file_path') ?? either(location, 'path'))
  if (path === null) return null
  return {
    filePath: path,
    line: position(either(location, 'line')),
    column: position(either(location, 'column')),
    endLine: position(either(location, 'end_line')),
    endColumn: position(either(location, 'end_column')),
  }
}

/** An external ticket; null where it names neither address nor slug. */
export function answeredTicket(value: unknown): ReportedTicket | null {
  const ticket = object(value)
  if (ticket === null) return null
  const address = url(either(ticket, 'url'))
  const externalSlug = name(either(ticket, 'external_slug'))
  const id = count(ticket['id'])
  if (address === null && externalSlug === null && id === null) return null
  const linked = list(either(ticket, 'linked_issue_ids')).slice(0, bounds.list)
  return { id, externalSlug, linkedIssueIds: linked.flatMap((each) => count(each) ?? []), url: address }
}

/** The comments of reviews that a finding names, as many as are kept. */
export function answeredComments(value: unknown) {
  return objects(value)
    .slice(0, bounds.list)
    .map((each) => ({
      externalDiscussionId: name(either(each, 'external_discussion_id')),
      externalNoteId: count(either(each, 'external_note_id')),
    }))
}

/** The pull requests that a finding names; those without a usable address are left out. */
export function answeredPullRequests(value: unknown) {
  return objects(value)
    .slice(0, bounds.list)
    .flatMap((each) => {
      const address = url(each['url'])
      return address === null
        ? []
        : [{ createdAt: time(either(each, 'created_at')), url: address, state: name(each['state'], 50) }]
    })
}

/** How the finding stood in the service that answered. */
export function givenState(finding: JsonObject): GivenState {
  const repository = object(finding['repository'])
  return {
    sentBy: null,
    id: name(finding['id'], 30),
    firstSeenScanId: name(either(finding, 'first_seen_scan_id'), 30),
    status: name(finding['status'], 50),
    state: name(finding['state'], 50),
    stateUpdatedAt: time(either(finding, 'state_updated_at')),
    triageState: name(either(finding, 'triage_state'), 50),
    triageReason: name(either(finding, 'triage_reason'), 50),
    triageComment: text(either(finding, 'triage_comment'), 3_000),
    triagedAt: time(either(finding, 'triaged_at')),
    createdAt: time(either(finding, 'created_at')),
    relevantSince: time(either(finding, 'relevant_since')),
    ref: name(finding['ref']),
    repository: repository && { name: name(repository['name']), url: url(repository['url']) },
  }
}

/** `code`, `data_flow` and `fix`, where the answer is that of one finding's own page. */
export function answeredDetail(finding: JsonObject): {
  code: ReportedCode | null
  dataFlow: ReportedFlowStep[] | null
  fix: ReportedFix | null
} {
  const code = object(finding['code'])
  const given = either(code, 'lines')
  const lines = codeLines(
    Array.isArray(given) ? given.filter((each) => typeof each === 'string').join('\n') : given,
  )
  const startLine = position(either(code, 'start_line'))
  const fix = object(finding['fix'])
  const fixLine = position(either(fix, 'start_line'))
  const steps = objects(either(finding, 'data_flow')).slice(0, 500).flatMap(flowStep)
  return {
    code: lines && startLine !== null ? { startLine, lines } : null,
    dataFlow: steps.length > 0 ? steps : null,
    fix:
      fixLine === null
        ? null
        : {
            startLine: fixLine,
            before: text(fix?.['before'], bounds.code) ?? '',
            after: text(fix?.['after'], bounds.code) ?? '',
          },
  }
}

function flowStep(step: JsonObject): ReportedFlowStep[] {
  const location = answeredLocation(step['location'])
  const kind = step['kind']
  if (location === null || (kind !== 'source' && kind !== 'step' && kind !== 'sink')) return []
  return [{ kind, location, code: text(at(step, 'code'), 2_000) }]
}
