import type { ReactNode } from 'react'
import type { RuleAnswer } from '#contract/answers/policies.ts'
import { Tag } from '#ui/tag.tsx'
import { WebLink } from '#ui/web-link.tsx'
import { confidenceWord, sourceWord } from '../policy/rule-words.ts'

/** The fields of a rule. What a scanner did not say is not shown as "no". */
export function RuleFacts({ rule }: { rule: RuleAnswer['rule'] }) {
  const classesOf = rule.vulnerabilityClass
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Tool', rule.tool],
    ['Confidence', confidenceWord(rule.confidence)],
    ['Source', sourceWord(rule.source)],
    ['Category', rule.category],
    ['Languages', tags(rule.languages)],
    ['Technologies', tags(rule.technologies)],
    ['Rulesets', tags(rule.rulesets)],
    ['CWE', tags(rule.cweCategories)],
    ['OWASP', tags(rule.owaspCategories)],
    ['Vulnerability class', Array.isArray(classesOf) ? classesOf.join(', ') : classesOf],
    ['Secret type', rule.secretType],
    ['Validators', rule.hasValidators ? 'Checks whether a secret works' : undefined],
    ['Maintainer', rule.registryMaintainer],
    ['Page of the rule', rule.url ? <WebLink href={rule.url}>{rule.url}</WebLink> : undefined],
    ['Id', rule.id ? <code className="text-xs wrap-anywhere">{rule.id}</code> : undefined],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 max-sm:grid-cols-[minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="col-span-full grid grid-cols-subgrid">
          <dt className="text-2">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value || <span className="text-3">Not said</span>}</dd>
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
