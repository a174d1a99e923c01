import type { OperationDetails } from '../operation.ts'

export const details = {
  listAudit: {
    mark: 'extension',
    summary: 'List audit log events, newest first',
    description:
      '`actor` matches the whole name. `action` is an action such as `token.made`, or a resource such as `token` for all of its actions. `target` matches part of the name of the target; for triage, part of the rule, title, package or project of the finding. `since` (inclusive) and `until` (exclusive) take epoch seconds or ISO 8601. `cursor` is empty on the last page. `X-Total-Count` has the number of all matching events. `include=facets` adds the number of events by actor and by action, at most 100 of each. The `detail` of `findings.triaged` and `findings.triage_undone` has the first finding (`finding`: id, title, rule, project, package), the number of findings (`count` on all branches, `flaws` counted once each), `from`, `to`, `reason` and `note`. `listAuditFindings` lists the others.',
  },
  listAuditFindings: {
    mark: 'extension',
    summary: 'List the findings that a triage event changed',
    description:
      'Applies to events whose action begins with `findings.` or `job.`; for other events the list is empty. Each finding has its state before and after the event. Deleted findings are not listed. `cursor` is empty on the last page. `limit` defaults to 100.',
  },
  exportAudit: {
    mark: 'extension',
    summary: 'Export the filtered audit log as CSV, streamed',
    description:
      'Takes the filters of the list and returns the newest events first. `X-Total-Count` has the number of events. The CSV format is that of the export of findings; `detail` is JSON.',
  },
} satisfies Record<string, OperationDetails>
