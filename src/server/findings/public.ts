export { listAcceptedRisks } from './accepted-risks/list.ts'
export { markSeen, type RequestRow, readApprovals, requestKeys, unseenRequests } from './approvals/inbox.ts'
export { assertApprovers } from './approvals/preview.ts'
export {
  approvalSetting,
  isExplained,
  leastSeverity,
  requestedState,
  requiresApproval,
} from './approvals/rules.ts'
export { peopleBehind, personKey } from './approvals/same-person.ts'
export { modesOf } from './columns/names.ts'
export { pageOf } from './columns/page.ts'
export {
  type MentionRow,
  markMentionSeen,
  mentionKeys,
  readMentions,
  unseenMentions,
} from './comments/inbox.ts'
export { withoutName } from './comments/mentions.ts'
export { countAffectedProjects } from './counts/affected-projects.ts'
export { countByOwner } from './counts/by-owner.ts'
export { countByRule } from './counts/by-rule.ts'
export { type NavigationCounts, navigationCounts } from './counts/navigation-counts.ts'
export { type OpenByPackage, openByPackage } from './counts/open-by-package.ts'
export { OpenCounts, openByProject } from './counts/open-by-project.ts'
export { type OpenByType, openByRef } from './counts/open-by-ref.ts'
export { openBySource } from './counts/open-by-source.ts'
export { forEachOpen } from './counts/open-rows.ts'
export { projectsOfRules } from './counts/projects-of-rules.ts'
export { countRuleDays } from './counts/rule-days.ts'
export { countByScan, findingsFirstSeenBy } from './counts/scan-findings.ts'
export { scansOfRules } from './counts/scans-of-rules.ts'
export { previewDueDates } from './due/count-due.ts'
export { dueDatesSetting } from './due/due-rule.ts'
export { type ExportOrigin, findingUrl } from './export/addresses.ts'
export { stopExportThread } from './export/export-thread.ts'
export { type Selection, selectionOf } from './filters/query.ts'
export { readOverviewCounts } from './flows/overview-counts.ts'
export { changeState } from './history/change-state.ts'
export {
  type ExpiredRows,
  isExpiredEvent,
  readByIds,
  readExpiredEvents,
  readRanges,
} from './history/expired-events.ts'
export { assertHistoryKept, setHistoryStart } from './history/history-start.ts'
export { readIgnoredBy } from './history/ignored-by.ts'
export { severityEventKind } from './history/status-history.ts'
export { describeInboxFindings } from './inbox/describe.ts'
export { inboxFindings } from './inbox/finding-keys.ts'
export { firstAbove, type ItemKind, includesKey, itemKey, placeOfKey } from './inbox/keys.ts'
export { readFindingTitles } from './list/finding-titles.ts'
export { dueBetween, firstOfFlaws, matchingAmong, waitingAmong } from './list/matching.ts'
export { ownedFindings } from './list/owned.ts'
export { serializeFindings } from './list/serialize-findings.ts'
export { countFindings } from './list/totals.ts'
export { reviewOffers } from './resolve/offers.ts'
export { joinRenamedRows } from './resolve/renamed-rows.ts'
export { renamedFindings, restoreRule } from './resolve/renamed-rule.ts'
export {
  beforeChange,
  type FindingsSnapshot,
  loadFindings,
  prepareColumns,
  warmFindings,
  withHistory,
  withSnapshot,
} from './snapshot.ts'
export { applyDecision } from './triage/apply-decision.ts'
export { planTriage } from './triage/count-triage.ts'
export { type EndedIgnore, reopenEnded, reopenIgnored } from './triage/reopen-ignored.ts'
export { type SkipReason, skipReasons, sortSkipCounts } from './triage/skip-reasons.ts'
export { triageInstances, unexplained } from './triage/triage.ts'
export {
  type FindingReference,
  packageLabel,
  sharedValue,
  type TriageAuditDetail,
} from './triage/triage-detail.ts'
export { assertTriageQuota, noteBytes } from './triage/triage-quota.ts'
export { type Decision, parseTriage, type TriageTarget } from './triage/triage-request.ts'
export { isChangedBy, readFlawInstances, type TriageStatus } from './triage/triage-state.ts'
export { assertTargetExists, selectionOfTarget } from './triage/triage-target.ts'
export { revertChange, undoableUntil, undoPeriod } from './triage/undo.ts'
