import type { ReactNode } from 'react'
import type { RuleAnswer } from '#contract/responses/policies.ts'
import { shownUrl } from '#lib/urls/shown-url.ts'
import { Tag } from '#ui/tag.tsx'
import { WebLink } from '#ui/text/web-link.tsx'
import { labels } from '../labels.ts'
import { confidenceLabel, sourceLabel } from '../policy/rule-labels.ts'

/** The fields of a rule. Missing values are not shown as "no". */
export function RuleFacts({ rule }: { rule: RuleAnswer['rule'] }) {
  const classesOf = rule.vulnerabilityClass
  const facts: readonly (readonly [string, ReactNode])[] = [
    [labels.rule.facts.tool, rule.tool],
    [labels.rule.facts.confidence, confidenceLabel(rule.confidence)],
    [labels.rule.facts.source, sourceLabel(rule.source)],
    [labels.rule.facts.category, rule.category],
    [labels.rule.facts.languages, tags(rule.languages)],
    [labels.rule.facts.technologies, tags(rule.technologies)],
    [labels.rule.facts.rulesets, tags(rule.rulesets)],
    [labels.rule.facts.cwe, tags(rule.cweCategories)],
    [labels.rule.facts.owasp, tags(rule.owaspCategories)],
    [labels.rule.facts.class, Array.isArray(classesOf) ? classesOf.join(', ') : classesOf],
    [labels.rule.facts.secretType, rule.secretType],
    [labels.rule.facts.validators, rule.hasValidators ? labels.rule.validates : undefined],
    [labels.rule.facts.maintainer, rule.registryMaintainer],
    [labels.rule.facts.url, rule.url ? <WebLink href={rule.url}>{shownUrl(rule.url)}</WebLink> : undefined],
    [labels.rule.facts.id, rule.id ? <code className="text-xs wrap-anywhere">{rule.id}</code> : undefined],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 max-sm:grid-cols-[minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="col-span-full grid grid-cols-subgrid">
          <dt className="text-2">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {value || <span className="text-3">{labels.rule.notProvided}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function tags(values: readonly string[] | null | undefined): ReactNode {
  if (!values || values.length === 0) return undefined
  return (
    <span className="flex flex-wrap gap-1">
      {values.map((value) => (
        <Tag key={value}>{value}</Tag>
      ))}
    </span>
  )
}
