import { isObject } from '#api/dialects/shapes.ts'
import { findingTypes } from '#contract/vocabulary.ts'
import { roleLabels } from '#features/role-labels.ts'
import { doneAndRequested } from '#features/triage/jobs/job-labels.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { ruleTitle } from '#lib/text/rule-title.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { changedModesOf } from './changed-modes.ts'
import { changedTags, taggedProjects } from './changed-tags.ts'
import {
  type AuditEvent,
  counted,
  type Detail,
  detailOf,
  joined,
  numberIn,
  textIn,
  textsIn,
} from './event-values.ts'
import { changedFieldsOf, changedFieldsText } from './field-changes.ts'
import {
  andMore,
  auditCount,
  endCauses,
  exportCount,
  findingCount,
  findingTarget,
  fixedCount,
  fromGroup,
  historyCount,
  labels,
  modeChange,
  newFindingCount,
  noteAdded,
  onBranches,
  ownerChange,
  projectChange,
  quoted,
  renamedFrom,
  renamedTo,
  requestTarget,
  ruleCount,
  scanCount,
  stateChange,
  webApiAccess,
} from './labels.ts'
import { changedText, changedTexts, editedPolicy } from './rule-summaries.ts'

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

/** Returns the triage in an event; undefined for any other event. */
export function triageOf(deployment: string, event: AuditEvent): TriageEvent | undefined {
  if (!isOfTriage.test(event.action)) return undefined
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

function changedToken({ webApiEnabled: on, name }: Detail): string {
  const renamed = isObject(name) && 'from' in name && 'to' in name ? renamedTo(String(name['to'])) : undefined
  return joined([typeof on === 'boolean' ? webApiAccess(on) : undefined, renamed], ', ')
}

const roleLabel = (detail: Detail) => {
  const role = textIn(detail, 'role')
  return role === undefined ? undefined : (roleLabels[role]?.[0] ?? role)
}

/** A role, and the group that gives it. */
const roleSummary = (detail: Detail) => {
  const group = textIn(detail, 'group')
  const from = textIn(detail, 'from')
  const before = from === undefined ? undefined : (roleLabels[from]?.[0] ?? from)
  return joined([fromTo(before, roleLabel(detail)), group && fromGroup(group)], ', ')
}

/** The settings by their names in the API. */
const settingNames: Readonly<Record<string, string>> = {
  ticketUrlTemplate: labels.ticketUrl,
  sbomDefaults: labels.sbomDefaults,
  retention: labels.retention,
  timeZone: labels.timeZone,
  dueDates: labels.dueDates,
  requireApproval: labels.requireApproval,
}

/** A text is shown; periods and defaults are in the raw event. */
function changedSetting({ from, to }: Detail): string {
  return fromTo(settingValue(from), settingValue(to) ?? (to === null ? labels.removed : undefined))
}

function settingValue(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? labels.on : labels.off
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A value before and after; only the one after if it was not set before. */
const fromTo = (from: string | undefined, to: string | undefined) =>
  from === undefined || to === undefined ? (to ?? '') : modeChange(from, to)

/** The rows that the daily job deleted, without kinds that had none. */
function deletedRows(deleted: Detail): string {
  return joined(
    [
      numberIn(deleted, 'scans') ? counted(deleted, 'scans', scanCount) : undefined,
      numberIn(deleted, 'history') ? counted(deleted, 'history', historyCount) : undefined,
      numberIn(deleted, 'exports') ? counted(deleted, 'exports', exportCount) : undefined,
      numberIn(deleted, 'audit') ? counted(deleted, 'audit', auditCount) : undefined,
    ],
    ', ',
  )
}

/** How many findings, the reason, and the note of a request or of a decision about it. */
const approvalSummary = (detail: Detail) => {
  const note = textIn(detail, 'note')
  const reason = textIn(detail, 'reason')
  return joined(
    [counted(detail, 'count', findingCount), stateChange(undefined, 'ignored', reason), note && quoted(note)],
    ' · ',
  )
}

/** Added and removed groups of a team. */
const groupChanges = (detail: Detail) =>
  [
    ...textsIn(detail, 'groupsAdded').map((group) => `+ ${group}`),
    ...textsIn(detail, 'groupsRemoved').map((group) => `− ${group}`),
  ].join(', ')

/** A person, and the group that makes them a member. */
const memberSummary = (detail: Detail) => {
  const group = textIn(detail, 'group')
  return joined([textIn(detail, 'person'), group && fromGroup(group)], ', ')
}

/** The number with which a change of a project can be undone. */
const undoNumber = (detail: Detail) => counted(detail, 'change', projectChange)

/** The page of a view, and its filter. */
const viewSummary = (detail: Detail) => joined([textIn(detail, 'page'), textIn(detail, 'query')], ' · ')

const summaries: Readonly<Record<string, (detail: Detail) => string | undefined>> = {
  'approval.requested': approvalSummary,
  'approval.approved': approvalSummary,
  'approval.declined': approvalSummary,
  'finding.ticket_linked': (detail) => fromTo(textIn(detail, 'from'), textIn(detail, 'to')),
  'finding.ticket_removed': (detail) => textIn(detail, 'from'),
  'policy.created': (detail) => textIn(detail, 'name'),
  'policy.edited': editedPolicy,
  'policy.rules': (detail) => counted(detail, 'count', ruleCount),
  'policy.deleted': (detail) => textIn(detail, 'name'),
  'policy.restored': (detail) => textIn(detail, 'name'),
  'rule.text_followed': changedText,
  'rule.text_set': changedText,
  'rule_texts.changed': changedTexts,
  'project.tagged': changedTags,
  'project.renamed': (detail) => {
    const from = textIn(detail, 'from')
    return joined([from && renamedFrom(from), undoNumber(detail)], ' · ')
  },
  'project.merged': (detail) => joined([textIn(detail, 'into'), undoNumber(detail)], ' · '),
  'project.split': (detail) =>
    joined([textIn(detail, 'pathPrefix'), textIn(detail, 'into'), undoNumber(detail)], ' · '),
  'sbom.exported': (detail) => joined([textIn(detail, 'ref'), textIn(detail, 'version')], ', '),
  'scan.imported': (detail) =>
    joined(
      [
        textIn(detail, 'ref'),
        counted(detail, 'new', newFindingCount),
        numberIn(detail, 'fixed') ? counted(detail, 'fixed', fixedCount) : undefined,
      ],
      ', ',
    ),
  'retention.applied': ({ deleted }) => (isObject(deleted) ? deletedRows(deleted) : undefined),
  'settings.changed': changedSetting,
  'person.invited': (detail) => textIn(detail, 'email'),
  'person.link_made': (detail) => textIn(detail, 'email'),
  'person.joined': roleSummary,
  'person.role_given': roleSummary,
  'person.role_removed': roleSummary,
  'person.renamed': ({ name }) =>
    isObject(name) && 'from' in name ? renamedFrom(String(name['from'])) : undefined,
  'team.changed': groupChanges,
  'team.member_joined': memberSummary,
  'team.member_left': memberSummary,
  'owner.mapped': (detail) => ownerName(textIn(detail, 'owner') ?? ''),
  'token.made': (detail) =>
    joined(
      [
        roleLabel(detail) ?? textsIn(detail, 'scopes').join(', '),
        detail['compatibleAnswers'] === true ? labels.compatibleAnswers : undefined,
      ],
      ' · ',
    ),
  'token.changed': changedToken,
  'webhook.made': (detail) => textIn(detail, 'host'),
  'webhook.deleted': (detail) => textIn(detail, 'host'),
  'view.saved': viewSummary,
  'view.deleted': viewSummary,
}

/** Returns the details of an event in one line; empty if there are none. */
export function summaryOf(deployment: string, event: AuditEvent): string {
  if (isOfTriage.test(event.action)) return triageText(deployment, event)
  if (event.action === 'policy.changed') return changedModes(event)
  const detail = detailOf(event)
  const changed = changedFieldsText(event.action, detail)
  if (changed !== '') return joined([textIn(detail, 'reason'), changed], ' · ')
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
    [/^(project\.(?!deleted)|sbom\.)/, settingsPaths.project(deployment, target)],
    [/^team\.(?!deleted)/, settingsPaths.settings(deployment, 'teams')],
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
