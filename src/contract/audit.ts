import * as z from 'zod/mini'
import { timeCursor, timeCursorForm } from './cursor.ts'
import { byId, operation } from './operation.ts'
import { someOf, text, whole } from './query.ts'

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
    '`actor` is a whole name, `action` a resource and a verb (`token.made`) or a resource alone, `target` a part of what it was done to; of triage, of the rule, the title, the package or the project of its finding. `since` and `until` take epoch seconds or ISO 8601; `since` is the first instant, `until` the one after the last. `cursor` is empty at the end; `X-Total-Count` has the number of all that match. With `include=facets` also how many there are by actor and by action, at most 100 of each. The `detail` of `findings.triaged` and `findings.triage_undone` names the first finding (`finding`: id, title, rule, project, package), how many there are (`count` on all branches, `flaws` each once), `from`, `to`, `reason` and `note`; the others are listed by the findings of the event.',
  scopes: ['admin'],
  query: {
    ...auditFilter,
    cursor: text(40).register(z.globalRegistry, { pattern: timeCursorForm.source }),
    limit: whole(1, 500),
    include: someOf(['facets']),
  },
})

export const listAuditFindings = operation({
  id: 'listAuditFindings',
  method: 'GET',
  path: `${byId}/audit/{eventId}/findings`,
  mark: 'extension',
  summary: 'List the findings that a triage event changed',
  description:
    'Of events whose action begins with `findings.` or `job.`; for any other the list is empty. Each with its state before and after. Findings that are no longer there are missing. `cursor` is empty at the end; at most 100 where `limit` is not given.',
  scopes: ['admin'],
  query: { cursor: timeCursor, limit: whole(1, 500) },
})

export const exportAudit = operation({
  id: 'exportAudit',
  method: 'GET',
  path: `${byId}/audit/export`,
  mark: 'extension',
  summary: 'Export the filtered audit log as CSV, streamed',
  description:
    'The filters are those of the list; newest first. `X-Total-Count` has the number of events. CSV as in the export of findings, with `detail` as JSON.',
  scopes: ['admin'],
  query: auditFilter,
  produces: 'text/csv',
  streams: true,
})
