import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo } from 'react'
import { policiesOptions } from '#api/policies.ts'
import type { RuleAnswer } from '#contract/responses/policies.ts'
import { Link } from '#features/link.tsx'
import { policyLabels } from '#features/policies/labels.ts'
import { policyTitle } from '#features/policies/names.ts'
import { RuleHelp } from '#features/rule-help.tsx'
import { Severity } from '#features/severity.tsx'
import { useMoment } from '#features/use-moment.ts'
import { formatPercent } from '#lib/text/format.ts'
import { lazy } from '#ui/lazy.tsx'
import { MarkdownText } from '#ui/markdown/markdown-text.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { labels } from '../labels.ts'
import { openFindingsPath } from '../mode/findings-url.ts'
import { findingsType } from '../mode/modes.ts'
import { RuleChanges } from './rule-changes.tsx'
import { RuleEffective } from './rule-effective.tsx'
import { RuleFacts } from './rule-facts.tsx'
import { RulePolicies } from './rule-policies.tsx'
import { RuleRenames } from './rule-renames.tsx'
import { RuleText } from './rule-text.tsx'

const LineChart = lazy(() => import('#ui/chart/line-chart.tsx').then((module) => module.LineChart))

interface RuleBodyProps {
  deployment: string
  rule: RuleAnswer['rule']
}

/** The content of a rule's page under its title. */
export function RuleBody({ deployment, rule }: RuleBodyProps) {
  const { data } = useQuery(policiesOptions(deployment))
  const now = useMoment(rule)
  const policies = data?.policies ?? []
  const nameOf = (id: string, name?: string) => {
    const policy = policies.find((one) => one.id === id)
    return policy ? policyTitle(policy) : (name ?? policyLabels.policyName(id))
  }
  const product = data?.policies.find(({ id }) => rule.policies.some((one) => one.id === id))?.productType
  const type = findingsType(product)
  const { openFindings, fixRate } = rule
  return (
    <div className="grid gap-6">
      <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <Severity value={rule.severity} loud />
        {typeof openFindings === 'number' && (
          <Link
            to={openFindingsPath(deployment, type, [rule.path])}
            className="text-accent underline underline-offset-2"
          >
            {labels.rule.openInAll(openFindings)}
          </Link>
        )}
        <span className="text-2">
          {typeof fixRate === 'number' ? labels.rule.fixRate(formatPercent(fixRate)) : labels.rule.noFixRate}
        </span>
      </p>
      <Section title={labels.rule.sections.policies}>
        <RulePolicies {...{ deployment, type, rule, policies, nameOf }} />
      </Section>
      {rule.effective && rule.policies.length > 1 && (
        <Section title={labels.scope.effective}>
          <RuleEffective deployment={deployment} effective={rule.effective} />
        </Section>
      )}
      <Section title={labels.rule.sections.text}>
        <RuleText {...{ deployment, rule, now }} />
      </Section>
      <RuleMessage rule={rule} />
      <Section title={labels.rule.sections.findings}>
        <Findings days={rule.days} />
      </Section>
      <Section title={labels.rule.sections.facts}>
        <RuleFacts rule={rule} />
      </Section>
      {rule.renames.length > 0 && (
        <Section title={labels.rule.sections.renames}>
          <RuleRenames {...{ deployment, now }} path={rule.path} renames={rule.renames} />
        </Section>
      )}
      <Section title={labels.rule.sections.changes}>
        <RuleChanges {...{ deployment, rule, nameOf, now }} />
      </Section>
    </div>
  )
}

/** What the scanner says about the rule. */
function RuleMessage({ rule: { message, help } }: Pick<RuleBodyProps, 'rule'>) {
  if (!message && !help) return null
  return (
    <Section title={labels.rule.sections.message}>
      {message && <MarkdownText text={message} />}
      {help && <RuleHelp text={help} className="mt-3" />}
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-1.5 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Findings({ days }: { days: RuleAnswer['rule']['days'] }) {
  const series = useMemo(
    () => [
      {
        name: labels.rule.series.open,
        tone: 'accent' as const,
        points: days.map(({ day, open }) => ({ at: day, value: open })),
      },
      {
        name: labels.rule.series.new,
        tone: 'caution' as const,
        points: days.map((one) => ({ at: one.day, value: one.new })),
      },
      {
        name: labels.rule.series.closed,
        tone: 'ok' as const,
        points: days.map(({ day, closed }) => ({ at: day, value: closed })),
      },
    ],
    [days],
  )
  if (days.every((day) => day.open === 0 && day.new === 0 && day.closed === 0)) {
    return <p className="text-2">{labels.rule.noRecent}</p>
  }
  return (
    <Suspense fallback={<Skeleton className="h-60" />}>
      <LineChart label={labels.rule.chart} series={series} form="area" />
      <p className="text-xs text-2">{labels.rule.chartNote}</p>
    </Suspense>
  )
}
