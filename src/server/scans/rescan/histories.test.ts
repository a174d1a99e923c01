import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestService } from '#server/testing/service.ts'
import { forced } from '../../testing/stress/repetitions.ts'
import { lineFormats } from './testing/formats/all.ts'
import { cycloneDx } from './testing/formats/cyclonedx.ts'
import type { Format } from './testing/formats/format.ts'
import { type Figures, minShareKept, noFigures, publish, shareKept } from './testing/random/figures.ts'
import { playRandom, type Script, script } from './testing/random/history.ts'
import { LineWorld } from './testing/random/line-world.ts'
import { PackageWorld } from './testing/random/package-world.ts'
import type { Snapshot, World } from './testing/random/world.ts'
import { TestProject } from './testing/test-project.ts'

const histories = forced(8)

/**
 * Plays random histories of a format, each in a project of its own, and publishes what became of the decisions.
 * Failures do not shrink: a history tells which two flaws were confused and what was sent of them.
 */
async function playAll<State, S extends Snapshot>(
  format: Format<State>,
  worldOf: (script: Script) => World<State, S>,
): Promise<{ figures: Figures; wrong: string[] }> {
  const service = await startTestService()
  const figures = noFigures()
  const wrong: string[] = []
  const { seed } = fc.readConfigureGlobal()
  const scripts = fc.sample(script, { numRuns: histories, ...(seed === undefined ? {} : { seed }) })
  for (const [index, each] of scripts.entries()) {
    const project = new TestProject<State>(service, format, `acme/${index}`)
    const landings = await playRandom(project, worldOf(each), each, figures)
    wrong.push(...landings.map((landing) => `History ${index} of seed ${seed}, ${landing}`))
  }
  publish(format.name, figures)
  return { figures, wrong }
}

test.each(lineFormats)('$name: in random histories no decision lands on another flaw', async (format) => {
  const { figures, wrong } = await playAll(format, ({ flaws }) => new LineWorld(format, flaws))
  expect(wrong, wrong.slice(0, 3).join('\n\n')).toEqual([])
  if (format.sends.code || format.sends.fingerprint) expectMostKept(figures)
})

test('CycloneDX vulnerabilities: in random histories no decision lands on another flaw', async () => {
  const { figures, wrong } = await playAll(cycloneDx, ({ flaws }) => new PackageWorld(flaws.slice(0, 10)))
  expect(wrong, wrong.slice(0, 3).join('\n\n')).toEqual([])
  expectMostKept(figures)
})

/** At least 95 of 100 decisions stay with their flaw. */
function expectMostKept(figures: Figures): void {
  expect(shareKept(figures), JSON.stringify(figures)).toBeGreaterThanOrEqual(minShareKept(figures))
}
