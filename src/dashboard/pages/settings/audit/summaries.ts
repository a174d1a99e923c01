import { isObject } from '#api/dialects/shapes.ts'
import { roleLabels } from '#features/role-labels.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { changesOfLists } from './changed-lists.ts'
import { changedTags } from './changed-tags.ts'
import { counted, type Detail, joined, numberIn, textIn, textsIn } from './event-values.ts'
import { scopeText } from './field-changes.ts'
import {
  attemptCount,
  auditCount,
  copiedFrom,
  exportCount,
  findingCount,
  findingTarget,
  fixedCount,
  formerNameOf,
  fromGroup,
  historyCount,
  labels,
  lineChange,
  modeChange,
  newFindingCount,
  projectChange,
  quoted,
  renamedFrom,
  renamedTo,
  scanCount,
  stateChange,
  statementCount,
  webApiAccess,
} from './labels.ts'
import { changedText, changedTexts } from './rule-summaries.ts'

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

/** What was added to a list and removed from it. */
const cameAndWent = (detail: Detail) =>
  changesOfLists(detail)
    .map(({ text, isAdded }) => `${isAdded ? '+' : '−'} ${text}`)
    .join(', ')

/** A person, and the group that makes them a member. */
const memberSummary = (detail: Detail) => {
  const group = textIn(detail, 'group')
  return joined([textIn(detail, 'person'), group && fromGroup(group)], ', ')
}

/** The number with which a change of a project can be undone. */
const undoNumber = (detail: Detail) => counted(detail, 'change', projectChange)

const scanSummary = (detail: Detail) =>
  joined(
    [
      textIn(detail, 'ref'),
      counted(detail, 'new', newFindingCount),
      numberIn(detail, 'fixed') ? counted(detail, 'fixed', fixedCount) : undefined,
    ],
    ', ',
  )

/** A branch, and how many findings it has. */
const branchSummary = (detail: Detail) =>
  joined([refLabel(textIn(detail, 'ref') ?? ''), counted(detail, 'findings', findingCount)], ' · ')

/** A tool and its category, and how many findings it reported. */
const sourceSummary = (detail: Detail) =>
  joined(
    [textIn(detail, 'tool'), textIn(detail, 'category'), counted(detail, 'findings', findingCount)],
    ' · ',
  )

/** The former id of a rule, and the project in which it got its present one. */
const renamedRule = (detail: Detail) => {
  const from = textIn(detail, 'from')
  return joined([from && renamedFrom(from), textIn(detail, 'project')], ' · ')
}

/** The other finding of a match. */
const matchSummary = (detail: Detail) => {
  const other = numberIn(detail, 'other')
  return other === undefined ? undefined : findingTarget(String(other))
}

/** Why attempts were refused, and how many. */
const refusal = (detail: Detail) =>
  joined([textIn(detail, 'reason'), counted(detail, 'count', attemptCount)], ' · ')

/** Who owned before, and who owns now. */
function ownerChangeText(detail: Detail): string {
  const [from, to] = ['from', 'to'].map((name) => ownerName(textIn(detail, name) ?? '') || labels.nobody)
  return fromTo(from, to)
}

/** The projects of a new policy, and the policy that it copies. */
const createdPolicy = (detail: Detail) => {
  const { appliesTo } = detail
  const copyOf = textIn(detail, 'copyOf')
  return joined([isObject(appliesTo) ? scopeText(appliesTo) : undefined, copyOf && copiedFrom(copyOf)], ' · ')
}

/** The page of a view, and its filter. */
const viewSummary = (detail: Detail) => joined([textIn(detail, 'page'), textIn(detail, 'query')], ' · ')

/** Returns what an event says besides its target, by its action. */
export const summaries: Readonly<Record<string, (detail: Detail) => string | undefined>> = {
  'approval.requested': approvalSummary,
  'approval.approved': approvalSummary,
  'approval.declined': approvalSummary,
  'finding.ticket_linked': (detail) => fromTo(textIn(detail, 'from'), textIn(detail, 'to')),
  'finding.ticket_removed': (detail) => textIn(detail, 'from'),
  'policy.created': createdPolicy,
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
  'project.change_undone': (detail) => joined([textIn(detail, 'kind'), undoNumber(detail)], ' · '),
  'project.name_reused': (detail) => {
    const holder = textIn(detail, 'formerNameOf')
    return holder && formerNameOf(holder)
  },
  'rule.renamed': renamedRule,
  'rule.separated': renamedRule,
  'branch.deleted': branchSummary,
  'branch.restored': branchSummary,
  'source.retired': sourceSummary,
  'source.restored': sourceSummary,
  'vex.imported': (detail) =>
    joined(
      [textIn(detail, 'document'), textIn(detail, 'author'), counted(detail, 'statements', statementCount)],
      ' · ',
    ),
  'finding.match_confirmed': matchSummary,
  'finding.match_rejected': matchSummary,
  'sbom.exported': (detail) => joined([textIn(detail, 'ref'), textIn(detail, 'version')], ', '),
  'scan.imported': scanSummary,
  'scan.accepted': scanSummary,
  'retention.applied': ({ deleted }) => (isObject(deleted) ? deletedRows(deleted) : undefined),
  'settings.changed': changedSetting,
  'person.invited': (detail) => textIn(detail, 'email'),
  'person.link_made': (detail) => textIn(detail, 'email'),
  'person.joined': roleSummary,
  'person.role_given': roleSummary,
  'person.role_removed': roleSummary,
  'person.renamed': ({ name }) =>
    isObject(name) && 'from' in name ? renamedFrom(String(name['from'])) : undefined,
  'team.created': (detail) =>
    ['members', 'handles', 'groups'].flatMap((name) => textsIn(detail, name)).join(', '),
  'team.changed': cameAndWent,
  'team.deleted': cameAndWent,
  'team.member_joined': memberSummary,
  'team.member_left': memberSummary,
  'owner.mapped': ownerChangeText,
  'owner_rules.changed': (detail) => joined([textIn(detail, 'kind'), ownerChangeText(detail)], ' · '),
  'owners.assigned': (detail) => counted(detail, 'count', findingCount),
  'project.codeowners_set': (detail) => {
    const [from, to] = [numberIn(detail, 'from'), numberIn(detail, 'to')]
    return from === undefined || to === undefined ? undefined : lineChange(from, to)
  },
  'token.made': (detail) =>
    joined(
      [
        roleLabel(detail) ?? textsIn(detail, 'scopes').join(', '),
        detail['compatibleAnswers'] === true ? labels.compatibleAnswers : undefined,
      ],
      ' · ',
    ),
  'token.changed': changedToken,
  'token.revoked': (detail) => textIn(detail, 'reason'),
  'token.refused': refusal,
  'session.refused': refusal,
  'session.ended': (detail) => textIn(detail, 'reason'),
  'webhook.made': (detail) => textIn(detail, 'host'),
  'webhook.deleted': (detail) => textIn(detail, 'host'),
  'view.saved': viewSummary,
  'view.deleted': viewSummary,
}
