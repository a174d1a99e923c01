import { isObject } from '#api/dialects/shapes.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { changedModesOf } from './changed-modes.ts'
import { taggedProjects } from './changed-tags.ts'
import { type AuditEvent, detailOf, textIn } from './event-values.ts'
import { labels } from './labels.ts'
import { changedText } from './rule-summaries.ts'

/** A rule or project that an event changed, with its page and what changed. */
export interface EventPart {
  text: string
  to: string
  change: string
}

/** Returns what an event changed, as far as it lists that: the parts of a change of many. */
export function partsOf(deployment: string, event: AuditEvent): { label: string; parts: EventPart[] } {
  const detail = detailOf(event)
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
  if (event.action !== 'rule_texts.changed')
    return {
      label: labels.rules,
      parts: changedModesOf(event).map((one) => ofRule(one.rulePath, one.change)),
    }
  const { rules } = detail
  const parts = (Array.isArray(rules) ? rules : []).flatMap((one: unknown) => {
    const rule = isObject(one) ? textIn(one, 'rule') : undefined
    return rule === undefined || !isObject(one) ? [] : [ofRule(rule, changedText(one))]
  })
  return { label: labels.rules, parts }
}
