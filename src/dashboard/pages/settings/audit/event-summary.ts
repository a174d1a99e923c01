import { isObject } from '#api/dialects/shapes.ts'
import { findingTypes } from '#contract/vocabulary.ts'
import { doneAndRequested } from '#features/triage/jobs/job-labels.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { ruleTitle } from '#lib/text/rule-title.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { changedModesOf, isOfRules } from './changed-modes.ts'
import { taggedProjects } from './changed-tags.ts'
import { type AuditEvent, counted, type Detail, detailOf, joined, numberIn, textIn } from './event-values.ts'
import { changedFieldsOf, changedFieldsText } from './field-changes.ts'
import {
  andMore,
  endCauses,
  findingTarget,
  labels,
  noteAdded,
  onBranches,
  ownerChange,
  quoted,
  requestTarget,
  ruleCount,
  stateChange,
} from './labels.ts'
import { summaries } from './summaries.ts'

/** A finding that an event names, with its page. */
export interface EventFinding {
  title: string
  to: string
  rule: string
  project: string
}

/** The triage in an event. */
export interface TriageEvent {
  /** The first finding; undefined if the event names none: a bulk triage, or an older event without names. */
  finding: EventFinding | undefined
  /** The number of other findings, each counted once regardless of its branches. */
  others: number
  /** The number of findings on all branches; undefined if the event does not include it. */
  count: number | undefined
  from: string | undefined
  to: string | undefined
  reason: string | undefined
  /** Until when the findings are ignored. */
  until: string | undefined
  ends: string | undefined
  note: string | undefined
}

/** Returns the title of a finding in the log: package and version first, then the rule's name. */
export function eventFindingTitle(named: {
  title?: string | null | undefined
  rule: string
  package?: string | null | undefined
}): string {
  return joined([named.package ?? undefined, ruleTitle(named.rule, named.title)], ': ')
}

/** Returns the type of findings for an API value; code findings for an unknown value. */
export function pageTypeOf(word: string | null | undefined): PageType {
  return findingTypes.find((type) => type === word) ?? 'sast'
}

/** Returns the finding that a detail names. */
function findingIn(deployment: string, detail: Detail): EventFinding | undefined {
  const named = isObject(detail['finding']) ? detail['finding'] : {}
  const [id, rule, project] = [numberIn(named, 'id'), textIn(named, 'rule'), textIn(named, 'project')]
  if (id === undefined || rule === undefined || project === undefined) return undefined
  return {
    title: eventFindingTitle({ title: textIn(named, 'title'), rule, package: textIn(named, 'package') }),
    to: paths.finding(deployment, pageTypeOf(textIn(detail, 'issue_type')), id),
    rule,
    project,
  }
}

const isOfTriage = /^(findings|job)\./
const hasFindings = /^(findings|job|approval)\./

/** Returns the triage in an event; undefined for any other event. */
const triageOf = (deployment: string, event: AuditEvent): TriageEvent | undefined =>
  isOfTriage.test(event.action) ? findingsIn(deployment, event) : undefined

/** Returns what an event says of the findings that it opens into; undefined if it opens into none. */
export function findingsIn(deployment: string, event: AuditEvent): TriageEvent | undefined {
  if (!hasFindings.test(event.action)) return undefined
  const detail = detailOf(event)
  const count = numberIn(detail, 'count') ?? numberIn(detail, 'done')
  return {
    finding: findingIn(deployment, detail),
    others: (numberIn(detail, 'flaws') ?? count ?? 1) - 1,
    count,
    from: textIn(detail, 'from'),
    to: textIn(detail, 'to'),
    reason: textIn(detail, 'reason'),
    until: textIn(detail, 'ignored_until'),
    ends: textIn(detail, 'ignore_ends'),
    note: textIn(detail, 'note'),
  }
}

function triageText(deployment: string, event: AuditEvent): string {
  const triage = triageOf(deployment, event)
  if (!triage) return ''
  const { finding, others, count, from, to, reason, ends, note } = triage
  const owner = ownerChangeOf(detailOf(event))
  const isOther = to === undefined && (note ?? owner) !== undefined
  const change = isOther ? note && noteAdded : stateChange(from, to, reason)
  const scope = finding
    ? others === 0 && count !== undefined && count > 1
      ? onBranches(count)
      : undefined
    : count === undefined
      ? undefined
      : doneAndRequested(count, numberIn(detailOf(event), 'requested') ?? 0)
  // An end is in the event of a reopening only if it caused that.
  const cause = to === 'reopened' && ends ? endCauses[ends] : undefined
  return joined(
    [finding ? change : scope, finding ? scope : change, owner, cause, note && quoted(note)],
    ' · ',
  )
}

/** The owner that triage set, if it set one. */
function ownerChangeOf({ owner }: Detail): string | undefined {
  if (owner === null) return ownerChange(null)
  return typeof owner === 'string' ? ownerChange(ownerName(owner)) : undefined
}

/** Returns the fields that an event changed, each from what to what. */
export const fieldsOf = (event: AuditEvent) => changedFieldsOf(event.action, detailOf(event))

export const countOf = (event: AuditEvent) => numberIn(detailOf(event), 'count')
export const noteOf = (event: AuditEvent) => textIn(detailOf(event), 'note')

/** The mode of one rule before and after, and the policy; else how many rules. */
function changedModes(event: AuditEvent): string {
  const detail = detailOf(event)
  const note = textIn(detail, 'note')
  const one = onlyChangeOf(event)
  const parts = one ? [one.change, textIn(detail, 'policy')] : [counted(detail, 'count', ruleCount)]
  return joined([...parts, note && quoted(note)], ' · ')
}

/** The change of an event that changed one rule. */
const onlyChangeOf = (event: AuditEvent) =>
  numberIn(detailOf(event), 'count') === 1 ? changedModesOf(event)[0] : undefined

/** The settings by their names in the API. */
const settingNames: Readonly<Record<string, string>> = {
  ticketUrlTemplate: labels.ticketUrl,
  sbomDefaults: labels.sbomDefaults,
  retention: labels.retention,
  timeZone: labels.timeZone,
  dueDates: labels.dueDates,
  requireApproval: labels.requireApproval,
}

/** Returns the details of an event in one line; empty if there are none. */
export function summaryOf(deployment: string, event: AuditEvent): string {
  if (isOfTriage.test(event.action)) return triageText(deployment, event)
  if (isOfRules.test(event.action)) return changedModes(event)
  const detail = detailOf(event)
  const changed = changedFieldsText(event.action, detail)
  const note = textIn(detail, 'note')
  if (changed !== '') return joined([textIn(detail, 'reason'), changed, note && quoted(note)], ' · ')
  return summaries[event.action]?.(detail) ?? ''
}

const approvalsPath = (deployment: string, action: string) =>
  `${settingsPaths.approvals(deployment)}${action === 'approval.requested' ? '' : '?decided=true'}`

/** The target of an event: its text, its page if it has one, and additional text. */
export interface EventTarget {
  text: string
  to: string | undefined
  /** The project of a finding, with its page. */
  project?: { name: string; to: string }
  after?: string | undefined
}

/** Returns the target of an event; undefined if it has no name. */
export function targetOf(deployment: string, event: AuditEvent): EventTarget | undefined {
  const { action, target } = event
  const detail = detailOf(event)
  const scan = numberIn(detail, 'scanId')
  const triage = triageOf(deployment, event)
  const finding = findingIn(deployment, detail)
  if (finding) {
    const { title, to, project } = finding
    const others = triage?.others ?? (numberIn(detail, 'count') ?? 1) - 1
    return {
      text: title,
      to: /^approval\./.test(action) ? approvalsPath(deployment, action) : to,
      project: { name: project, to: settingsPaths.project(deployment, project) },
      after: others > 0 ? andMore(others) : undefined,
    }
  }
  const changed = onlyChangeOf(event)
  if (changed) return { text: changed.rulePath, to: settingsPaths.rule(deployment, changed.rulePath) }
  const [tagged] = taggedProjects(detail)
  if (tagged) {
    const others = (numberIn(detail, 'count') ?? 1) - 1
    return {
      text: tagged.project,
      to: settingsPaths.project(deployment, tagged.project),
      after: andMore(others),
    }
  }
  // Triage from a file names the project and the scan of the file; a job has no name.
  if (target === null || (triage && scan === undefined)) return undefined
  const policy = textIn(detail, 'policyId')
  const addresses: readonly (readonly [RegExp, string | undefined])[] = [
    [/^(scan|findings)\./, scan === undefined ? undefined : settingsPaths.scan(deployment, scan)],
    [/^approval\./, approvalsPath(deployment, action)],
    [/^finding\./, paths.finding(deployment, 'sast', target)],
    [/^policy\./, policy === undefined ? undefined : settingsPaths.policy(deployment, policy)],
    [
      /^(project\.(?!deleted)|sbom\.|branch\.|source\.|vex\.|owners\.|rule_texts\.)/,
      settingsPaths.project(deployment, target),
    ],
    [/^rule\./, settingsPaths.rule(deployment, target)],
    [/^(team\.(?!deleted)|owner)/, settingsPaths.settings(deployment, 'teams')],
    [/^person\./, settingsPaths.settings(deployment, 'people')],
    [/^webhook\.(?!deleted)/, settingsPaths.settings(deployment, 'webhooks')],
    [/^token\.(?!revoked)/, settingsPaths.settings(deployment, 'tokens')],
  ]
  const to = addresses.find(([pattern]) => pattern.test(action))?.[1]
  return { text: targetText(action, target), to }
}

function targetText(action: string, target: string): string {
  if (action.startsWith('finding.')) return findingTarget(target)
  if (action.startsWith('approval.')) return requestTarget(target)
  return action === 'settings.changed' ? (settingNames[target] ?? target) : target
}
