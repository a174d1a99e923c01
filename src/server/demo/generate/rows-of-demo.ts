import type { ProjectPlan } from '../organisation/projects.ts'
import { planAt } from '../organisation/projects.ts'
import { apportion, Random } from '../random.ts'
import { RuleChoice } from './choice.ts'
import { day, type Profile, startOfDay, typeShares } from './profile.ts'
import { type Organisation, projectRows } from './project.ts'
import type { DemoRow, Ids } from './rows.ts'
import { writeRuleBook } from './rule-book.ts'
import { demoTool } from './rule-writer.ts'

export interface DemoOptions {
  deployment: { slug: string; name: string }
  profile: Profile
  seed: number
  /** Milliseconds since 1970; everything counts back from the start of its UTC day. */
  now: number
  ids: Ids
  /** The id of the deployment. */
  deploymentId: number
}

/**
 * All rows of the made-up organisation, one after another: equal options give equal rows.
 * Only one project is in memory at a time, so that a million findings need no more than six thousand.
 */
export function* demoRows({
  deployment,
  deploymentId,
  profile,
  seed,
  now,
  ids,
}: DemoOptions): Generator<DemoRow> {
  const today = startOfDay(now)
  const random = new Random(seed, 'organisation')
  yield {
    table: 'deployment',
    row: {
      id: deploymentId,
      slug: deployment.slug,
      name: deployment.name,
      demo: 1,
      change_number: 1,
      secret_salt: random.hex(64),
      created_at: today - 400 * day,
    },
  }
  const sourceId = ids.next('scan_source')
  yield {
    table: 'scan_source',
    row: { id: sourceId, deployment_id: deploymentId, tool: demoTool, category: '' },
  }
  const book = yield* writeRuleBook({ deploymentId, count: profile.rules, seed, today, ids })
  yield* allProjects(
    { deploymentId, sourceId, seed, today, ids, book, choice: new RuleChoice(book.rules) },
    profile,
    random,
  )
}

function* allProjects(organisation: Organisation, profile: Profile, random: Random): Generator<DemoRow> {
  const plans: ProjectPlan[] = Array.from({ length: profile.projects }, (_, index) => planAt(index, random))
  const weights = plans.map((plan) => plan.weight)
  const scanned = weights.map((weight) => (weight === 0 ? 0 : Math.sqrt(weight) + 1))
  const findings = Object.entries(typeShares).map(
    ([type, share]) =>
      [
        type,
        apportion(
          Math.round((profile.findings * share) / 100),
          weights.map((weight) => weight ** 0.85),
        ),
      ] as const,
  )
  const byType = new Map(findings)
  const scans = apportion(profile.scans, scanned)
  const dependencies = apportion(profile.dependencies, scanned)
  const largest = dependencies.indexOf(Math.max(...dependencies))
  for (const [index, plan] of plans.entries()) {
    yield* projectRows(
      {
        index,
        plan,
        findings: {
          sast: byType.get('sast')?.[index] ?? 0,
          sca: byType.get('sca')?.[index] ?? 0,
          secrets: byType.get('secrets')?.[index] ?? 0,
        },
        scans: scans[index] ?? 0,
        dependencies: dependencies[index] ?? 0,
        related: index === largest || index % 10 === 3,
      },
      organisation,
    )
  }
}
