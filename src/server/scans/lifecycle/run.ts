import type { IgnoreEnd } from '#contract/vocabulary.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { ignoreEnds, toCode } from '#server/db/codes.ts'
import type { Value } from '#server/db/engine.ts'
import { requiresApproval } from '#server/findings/approval-rules.ts'
import { contentOf, type FindingContent } from '#server/reports/findings/finding-content.ts'
import type { ReportedFinding, ReportedRun } from '#server/reports/report/report.ts'
import type { RenamedRule } from './plan/renamed-rules.ts'
import { RunTriage, type TriageTimes } from './state/reported-triage.ts'
import { internCategories } from './write/intern-categories.ts'
import { internMessages } from './write/intern-messages.ts'
import type { InternedRule } from './write/intern-rules.ts'
import { internRenamed, type StoredRename } from './write/rename-rules.ts'
import { type TextChange, writeRuleTexts } from './write/rule-texts.ts'

/** The target and time of a run. Instants are milliseconds since 1970. */
export interface RunTarget {
  deploymentId: number
  projectId: number
  refId: number
  onPrimary: boolean
  /** Whether the ref is the branch of a merge queue, whose findings are in no list. */
  onMergeQueue: boolean
  sourceId: number
  scanId: number
  kind: 'full' | 'diff'
  /** Whether what it says about rules is that of its project: a full scan of the primary branch that did not fail. */
  isProjects: boolean
  /** Whether what it says is kept for when its branch becomes the primary one. */
  isKept: boolean
  /** The time of the scan, which is used for findings and history. */
  at: number
}

/** A history event, without its finding. */
export interface HistoryLine {
  kind:
    | 'fixed'
    | 'removed'
    | 'reappeared'
    | 'muted'
    | 'unmuted'
    | 'severity_changed'
    | 'rule_renamed'
    | 'version_changed'
    | 'triaged'
    | 'noted'
    | 'inherited'
    | 'matched'
    | 'uncertain'
  at: number
  from: string | null
  to: string | null
  reason?: string | null
  note?: string | null
  /** Until when the finding is ignored, milliseconds since 1970. */
  until?: number | null
  /** What else ends that. */
  ends?: IgnoreEnd | null
  /** Missing for changes by scans. */
  actor?: string
}

/** A run with its rules, categories and messages interned. */
export interface PreparedRun {
  run: ReportedRun
  renames: readonly StoredRename[]
  /** What it changes in the texts of rules. */
  texts: readonly TextChange[]
  /** How the run names a rule that stored findings have under another id. */
  renameOf(ruleId: number): StoredRename | undefined
  target: RunTarget
  triage: RunTriage
  content(finding: ReportedFinding): FindingContent
  ruleOf(path: string): InternedRule
  categorySetOf(finding: ReportedFinding): number | null
  messageOf(finding: ReportedFinding): number | null
  policyOf(finding: ReportedFinding): number | null
}

/** Interns the rules, categories and long messages of a run, so that its findings can be written as rows. */
export async function prepareRun(
  transaction: ChangeTransaction,
  target: RunTarget,
  run: ReportedRun,
  times: TriageTimes,
  renamedRules: readonly RenamedRule[],
): Promise<PreparedRun> {
  const tool = { deploymentId: target.deploymentId, family: run.source.tool }
  const { renames, rules, said } = await internRenamed(transaction, tool, run.rules, {
    renamedRules,
    now: target.at,
    isProjects: target.isProjects,
  })
  const texts = await writeRuleTexts(transaction, target, said)
  const categorySet = await internCategories(transaction, target.deploymentId, run.findings)
  const message = await internMessages(transaction, target.projectId, run.findings)
  const renamesById = new Map(renames.map((rename) => [rename.from.id, rename]))
  const ruleOf = (path: string): InternedRule => {
    const rule = rules.get(path)
    if (!rule) throw new Error(`the reader left out the rule ${path}`)
    return rule
  }
  return {
    run,
    renames,
    texts,
    renameOf: (ruleId) => renamesById.get(ruleId),
    target,
    triage: new RunTriage(times, await requiresApproval(transaction, target.deploymentId)),
    ruleOf,
    categorySetOf: categorySet,
    messageOf: message,
    content: (finding) =>
      contentOf(finding, {
        rule: ruleOf(finding.rulePath).id,
        categorySet: categorySet(finding),
        message: message(finding),
      }),
    policyOf: (finding) => ruleOf(finding.rulePath).policyId,
  }
}

/** The row of a history event. Changes by scans have no actor. */
export function eventRow(target: RunTarget, findingId: number, line: HistoryLine): Record<string, Value> {
  return {
    deployment_id: target.deploymentId,
    finding_id: findingId,
    at: line.at,
    kind: line.kind,
    actor: line.actor ?? null,
    from_state: line.from,
    to_state: line.to,
    reason: line.reason ?? null,
    note: line.note ?? null,
    scan_id: target.scanId,
    change_id: null,
    ignored_until: line.until ?? null,
    ignore_ends: line.ends ? toCode(ignoreEnds, line.ends) : null,
  }
}
