import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestService } from '#server/testing/service.ts'
import { forced } from '../../testing/stress/repetitions.ts'
import { lineFormats } from './testing/formats/all.ts'
import type { Format } from './testing/formats/format.ts'
import { packageFormats } from './testing/formats/packages.ts'
import { sarifWithCodeKey, sarifWithPlaceKey } from './testing/formats/plain-sarif.ts'
import { expectFewLost, isGrave, noFigures, publish } from './testing/random/figures.ts'
import { type Played, playRandom, type Script, script } from './testing/random/history.ts'
import { LineWorld } from './testing/random/line-world.ts'
import { PackageWorld } from './testing/random/package-world.ts'
import { seedOf } from './testing/random/seeds.ts'
import { kindOf, shrink } from './testing/random/shrink.ts'
import type { Snapshot, World } from './testing/random/world.ts'
import { TestProject } from './testing/test-project.ts'

const histories = forced(4)
/** The seed and number of one history that is to be played alone, and the kind of fault that it is shrunk to. */
const [, onlySeed, onlyIndex, onlyKind] =
  /^(-?\d+)\/(\d+)(?:\/(\w+))?$/.exec(process.env['GATEHOUSE_HISTORY'] ?? '') ?? []

/** Plays random histories of a format, each in a project of its own, and publishes what became of the decisions. */
async function expectNoFault<State, S extends Snapshot>(
  format: Format<State>,
  worldOf: (script: Script) => World<State, S>,
  isTold: boolean,
): Promise<void> {
  const service = await startTestService()
  const figures = noFigures()
  let projects = 0
  const play = (each: Script, counted = noFigures()) => {
    const project = new TestProject<State>(service, format, `acme/${projects++}`)
    return playRandom(project, format, worldOf(each), each, counted)
  }
  const seed = onlySeed === undefined ? seedOf(format.name) : Number(onlySeed)
  const numRuns = onlyIndex === undefined ? histories : Number(onlyIndex) + 1
  const scripts = fc.sample(script, { numRuns, seed })
  if (onlyIndex !== undefined) return expectNoFaultIn(scripts.at(-1), play)
  const faults: string[] = []
  for (const [index, each] of scripts.entries()) {
    const played = await play(each, figures)
    faults.push(...played.faults.map((fault) => `GATEHOUSE_HISTORY=${seed}/${index}/${fault}`))
  }
  publish(format.name, figures, faults)
  const grave = faults.filter(isGrave)
  expect(grave.length, summary(grave)).toBe(0)
  if (isTold) expectFewLost(figures)
}

/** Plays one history; one with a fault is shrunk, and told as a list of edits, scans and decisions. */
async function expectNoFaultIn(
  script: Script | undefined,
  play: (script: Script) => Promise<Played>,
): Promise<void> {
  if (!script) throw new Error('there is no such history')
  const { faults } = await play(script)
  const kind = onlyKind ?? kindOf(faults[0] ?? '')
  if (!faults.some((fault) => kindOf(fault) === kind)) return
  const least = await shrink(script, async (each) => (await play(each)).faults, kind, forced(100))
  const { log, faults: left } = await play(least)
  expect.unreachable([...log, '', ...left].join('\n'))
}

/** How many faults there are of each kind, and the first ones. */
function summary(faults: readonly string[]): string {
  const kinds = Map.groupBy(faults, (fault) => /\/(\w+):/.exec(fault)?.[1])
  const counts = [...kinds].map(([kind, { length }]) => `${kind} ${length}`)
  const first = [...kinds.values()].flatMap((some) => some.slice(0, 1))
  return [counts.join(', '), ...first].join('\n\n')
}

const played = [...lineFormats, sarifWithCodeKey, sarifWithPlaceKey]

test.each(played)('$name: in random histories no decision reaches another flaw', async (format) =>
  expectNoFault(format, ({ flaws }) => new LineWorld(format, flaws), format.sends.code),
)

test.each(packageFormats)('$name: in random histories no decision reaches another flaw', async (format) =>
  expectNoFault(format, ({ flaws }) => new PackageWorld(flaws.slice(0, 10), !format.forgetsVersions), true),
)
