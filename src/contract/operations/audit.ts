import * as z from 'zod/mini'
import { byId, operation } from '../operation.ts'
import { timeCursor, timeCursorForm } from '../parameters/cursor.ts'
import { enumList, text, wholeNumber } from '../parameters/query.ts'

const auditFilter = {
  actor: text(200),
  action: text(100),
  target: text(500),
  since: text(40),
  until: text(40),
}

export const listAudit = operation({
  id: 'listAudit',
  method: 'GET',
  path: `${byId}/audit`,
  mark: 'extension',
  summary: 'List audit log events, newest first',
  description:
    '`actor` matches the whole name. `action` is an action such as `token.made`, or a resource such as `token` for all of its actions. `target` matches part of the name of the target; for triage, part of the rule, title, package or project of the finding. `since` (inclusive) and `until` (exclusive) take epoch seconds or ISO 8601. `cursor` is empty on the last page. `X-Total-Count` has the number of all matching events. `include=facets` adds the number of events by actor and by action, at most 100 of each. The `detail` of `findings.triaged` and `findings.triage_undone` has the first finding (`finding`: id, title, rule, project, package), the number of findings (`count` on all branches, `flaws` counted once each), `from`, `to`, `reason` and `note`. `listAuditFindings` lists the others.',
  scopes: ['admin'],
  query: {
    ...auditFilter,
    cursor: text(40).register(z.globalRegistry, { pattern: timeCursorForm.source }),
    limit: wholeNumber(1, 500),
    include: enumList(['facets']),
  },
})

export const listAuditFindings = operation({
  id: 'listAuditFindings',
  method: 'GET',
  path: `${byId}/audit/{eventId}/findings`,
  mark: 'extension',
  summary: 'List the findings that a triage event changed',
  description:
    'Applies to events whose action begins with `findings.` or `job.`; for other events the list is empty. Each finding has its state before and after the event. Deleted findings are not listed. `cursor` is empty on the last page. `limit` defaults to 100.',
  scopes: ['admin'],
  query: { cursor: timeCursor, limit: wholeNumber(1, 500) },
})

export const exportAudit = operation({
  id: 'exportAudit',
  method: 'GET',
  path: `${byId}/audit/export`,
  mark: 'extension',
  summary: 'Export the filtered audit log as CSV, streamed',
  description:
    'Takes the filters of the list and returns the newest events first. `X-Total-Count` has the number of events. The CSV format is that of the export of findings; `detail` is JSON.',
  scopes: ['admin'],
  query: auditFilter,
  produces: 'text/csv',
  streams: true,
})
