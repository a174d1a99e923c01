import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo } from 'react'
import { policiesOptions } from '#api/policies.ts'
import type { RuleAnswer } from '#contract/answers/policies.ts'
import { formatPercent, plural } from '#lib/format.ts'
import { Link } from '#parts/link.tsx'
import { Severity } from '#parts/severity.tsx'
import { late } from '#ui/late.tsx'
import { MarkdownText } from '#ui/markdown-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { openFindingsOf } from '../mode/findings-address.ts'
import { findingsType } from '../mode/words.ts'
import { RuleChanges } from './rule-changes.tsx'
import { RuleFacts } from './rule-facts.tsx'
import { RulePolicies } from './rule-policies.tsx'

const LineChart = late(() => import('#ui/line-chart.tsx').then((module) => module.LineChart))

interface RuleBodyProps {
  deployment: string
  rule: RuleAnswer['rule']
}

/** Everything that a rule's page tells, under its title. */
export function RuleBody({ deployment, rule }: RuleBodyProps) {
  const { data } = useQuery(policiesOptions(deployment))
  const now = useMemo(() => new Date(), [rule])
  const product = data?.policies.find(({ id }) => rule.policies.some((one) => one.id === id))?.productType
  const type = findingsType(product)
  const { openFindings, fixRate } = rule
  return (
    <div className="grid gap-6">
      <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <Severity value={rule.severity} loud />
        {typeof openFindings === 'number' && (
          <Link
            to={openFindingsOf(deployment, type, [rule.path])}
            className="text-accent underline underline-offset-2"
          >
            {plural(openFindings, 'open finding')}
          </Link>
        )}
        <span className="text-2">
          {typeof fixRate === 'number'
            ? `${formatPercent(fixRate)} of the findings of 90 days are fixed`
            : 'No findings in 90 days that a fix rate could be made of'}
        </span>
      </p>
      <Section title="Mode in each policy">
        <RulePolicies deployment={deployment} type={type} rule={rule} />
      </Section>
      {rule.message && (
        <Section title="Message">
          <MarkdownText text={rule.message} />
        </Section>
      )}
      <Section title="Findings">
        <Findings days={rule.days} />
      </Section>
      <Section title="Facts">
        <RuleFacts rule={rule} />
      </Section>
      <Section title="Changes">
        <RuleChanges deployment={deployment} rule={rule} policies={data?.policies ?? []} now={now} />
      </Section>
    </div>
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
        name: 'Open',
        tone: 'accent' as const,
        points: days.map(({ day, open }) => ({ at: day, value: open })),
      },
      { name: 'New', tone: 'caution' as const, points: days.map((one) => ({ at: one.day, value: one.new })) },
      {
        name: 'Closed',
        tone: 'ok' as const,
        points: days.map(({ day, closed }) => ({ at: day, value: closed })),
      },
    ],
    [days],
  )
  if (days.every((day) => day.open === 0 && day.new === 0 && day.closed === 0)) {
    return <p className="text-2">No findings in the last 90 days.</p>
  }
  return (
    <Suspense fallback={<Skeleton className="h-60" />}>
      <LineChart label="Findings by day, 90 days" series={series} form="area" />
      <p className="text-xs text-2">
        From how each finding stands now: what was fixed and came back in between is not told. A finding on
        several branches counts once.
      </p>
    </Suspense>
  )
}
