import { isObject } from '#api/dialects/shapes.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { changesOfLists } from './changed-lists.ts'
import { changedModesOf, isOfRules } from './changed-modes.ts'
import { taggedProjects } from './changed-tags.ts'
import { type AuditEvent, counted, type Detail, detailOf, textIn } from './event-values.ts'
import { findingCount, labels } from './labels.ts'
import { changedText } from './rule-summaries.ts'

/** A rule, project or other object that an event changed, with its page, if it has one, and what changed. */
export interface EventPart {
  text: string
  to: string | undefined
  change: string
}

interface EventPartList {
  label: string
  parts: EventPart[]
  /** The page that has those that the event does not list. */
  rest?: string | undefined
}

/** Returns what an event changed, as far as it lists that: the parts of a change of many. */
export function partsOf(deployment: string, event: AuditEvent): EventPartList {
  const detail = detailOf(event)
  const policy = textIn(detail, 'policyId')
  const ofRule = (text: string, change: string) => ({
    text,
    to: settingsPaths.rule(deployment, text),
    change,
  })
  if (event.action === 'project.tagged') {
    const parts = taggedProjects(detail).map(({ project, change }) => ({
      text: project,
      to: settingsPaths.project(deployment, project),
      change,
    }))
    return { label: labels.projects, parts }
  }
  if (event.action === 'owners.assigned') return { label: labels.owners, parts: assignedOwners(detail) }
  if (isOfRules.test(event.action))
    return {
      label: labels.rules,
      parts: changedModesOf(event).map((one) => ofRule(one.rulePath, one.change)),
      rest: policy && settingsPaths.policy(deployment, policy, { tab: 'history' }),
    }
  if (event.action !== 'rule_texts.changed')
    return {
      label: labels.changes,
      parts: changesOfLists(detail).map(({ text, isAdded }) => ({
        text,
        to: undefined,
        change: isAdded ? labels.added : labels.removedPart,
      })),
    }
  const { rules } = detail
  const parts = (Array.isArray(rules) ? rules : []).flatMap((one: unknown) => {
    const rule = isObject(one) ? textIn(one, 'rule') : undefined
    return rule === undefined || !isObject(one) ? [] : [ofRule(rule, changedText(one))]
  })
  return { label: labels.rules, parts }
}

/** How many findings each owner got. */
function assignedOwners({ changes }: Detail): EventPart[] {
  return (Array.isArray(changes) ? changes : []).flatMap((one: unknown) => {
    const change = isObject(one) ? counted(one, 'count', findingCount) : undefined
    if (change === undefined || !isObject(one)) return []
    return [{ text: ownerName(textIn(one, 'owner') ?? '') || labels.nobody, to: undefined, change }]
  })
}
