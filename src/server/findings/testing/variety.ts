import {
  confidences,
  reachabilities,
  severities,
  states,
  transitivities,
  triageReasons,
  triageStates,
  validationStates,
  verdicts,
} from '#server/db/codes.ts'
import type { Build, GivenFinding } from './build.ts'

/** Projects with and without tags; one has another primary branch. */
const projects = ['acme/shop', 'acme/api', 'acme/web', 'globex/tool']
const refs = ['refs/heads/main', 'refs/heads/feature', 'refs/pull/7/merge']
const categories = [['security'], ['security', 'performance'], [], null]

/**
 * Puts `count` findings of one type into a service that differ in every field a filter reads, the same each time.
 * A third of them share their fingerprints with others.
 */
export async function addVariety(
  build: Build,
  type: 'sast' | 'sca' | 'secrets',
  count: number,
): Promise<number[]> {
  await build.project('acme/shop', { tags: ['pci', 'web'] })
  await build.project('acme/api', { tags: ['pci'] })
  await build.project('globex/tool', { primary: 'refs/heads/trunk' })
  const modes = ['MODE_MONITOR', 'MODE_COMMENT', 'MODE_BLOCK', 'MODE_DISABLED', null] as const
  for (const [index, mode] of modes.entries()) await build.rule(`${type}.rule-${index}`, { mode }, type)
  return build.add(...Array.from({ length: count }, (_, index) => varied(type, index)))
}

/** A number that looks random and is not: each field gets its own from the finding's index. */
function drawn(index: number, field: number, of: number): number {
  let mixed = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(field + 1, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return ((mixed ^ (mixed >>> 13)) >>> 0) % of
}
const pick = <T>(index: number, field: number, list: readonly T[]): T => {
  const one = list[drawn(index, field, list.length)]
  if (one === undefined) throw new RangeError('an empty list')
  return one
}

const upgrades = [
  null,
  [],
  [{ package: 'lodash', version: '4.17.21' }],
  [{ package: 'lodash', version: '4.9.0' }],
  [
    { package: '@scope/kit', version: '2.0.0, or later' },
    { package: 'lodash', version: '5.0.0' },
  ],
]

function secretOf(index: number): Partial<GivenFinding> {
  return {
    secretType: pick(index, 25, ['AWS', 'GitHub', null]),
    secretHash: pick(index, 26, ['a1', 'b2', 'c3', 'd4', null]),
    validationState: pick(index, 27, [...validationStates, null]),
    validatedAt: pick(index, 28, [10, 20, 30, null]),
  }
}

function varied(type: 'sast' | 'sca' | 'secrets', index: number): GivenFinding {
  const draw = <T>(field: number, list: readonly T[]) => pick(index, field, list)
  const triage = draw(1, triageStates)
  const project = draw(2, projects)
  return {
    type,
    project,
    ref: draw(3, project === 'globex/tool' ? [...refs, 'refs/heads/trunk'] : refs),
    rule: `${type}.rule-${drawn(index, 4, 5)}`,
    key: index % 3 === 0 ? `shared${drawn(index, 5, 12)}_0` : `own${index}_0`,
    severity: draw(6, severities),
    confidence: draw(7, [...confidences, null]),
    state: draw(8, states),
    triage,
    reason: triage === 'ignored' ? draw(9, triageReasons) : null,
    at: drawn(index, 10, 50),
    // Around the instants that filters are tried with, to the millisecond.
    triagedAt: draw(30, [null, 1768003199999, 1768003200000, 1768004400200, 1768004400500, 1768004400800]),
    // Around the end of a day.
    reopenedAt: draw(33, [null, 1768262399999, 1768262400000, 1768392000000]),
    triagedBy: draw(31, ['Ann', 'Bob', null]),
    owner: draw(37, ['person:Ann', 'person:Bob', '@acme/shop', null]),
    path: draw(11, ['src/a.ts', 'src/b/[id].ts', 'lib/c?.py', null]),
    categories: draw(12, categories),
    verdict: draw(13, [...verdicts, null]),
    componentTag: draw(14, ['payments', 'tests', null]),
    resource: draw(38, ['aws_s3_bucket.logs', 'Deployment.default.web', null]),
    reachability: draw(15, [...reachabilities, null]),
    transitivity: draw(16, [...transitivities, null]),
    malicious: draw(17, [true, false, null]),
    advisory: draw(18, ['CVE-2021-23337', 'GHSA-p6mc-m468-83gw', null]),
    aliases: draw(39, [[], ['CVE-2021-23337'], ['GHSA-P6MC-M468-83GW', 'CVE-2021-23337'], ['CVE-2020-8203']]),
    package: draw(19, ['lodash', 'left-pad', 'Django']),
    version: draw(32, ['4.17.20', '1.0.0', '', null]),
    epss: draw(20, [0.01, 0.5, 0.97, null]),
    fixAvailable: draw(21, [true, false]),
    ticket: draw(22, [true, false]),
    uncertain: draw(29, [true, false, false]),
    ignoreRequested: draw(34, [true, false, false]),
    fixPullRequests: draw(23, [0, 1, 2, 3, 4]),
    document: {
      fix_recommendations: draw(24, upgrades),
      external_ticket: draw(32, [{ externalSlug: 'SHOP-1' }, { url: 'https://t.example/SHOP-2' }, null]),
    },
    ...(type === 'secrets' ? secretOf(index) : {}),
  }
}
