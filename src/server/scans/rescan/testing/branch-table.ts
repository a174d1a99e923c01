import { describe, expect, test } from 'vitest'
import { Branches, type Seen } from './branches.ts'
import type { Format } from './formats/format.ts'
import { sharedService } from './table.ts'
import { TestProject } from './test-project.ts'

/** What happens on several refs, and how a flaw then stands on one of them. */
export interface BranchScenario<State, F extends Format<State>> {
  name: string
  play(branches: Branches<State>, format: F): Promise<void>
  /** Null where it makes no sense in a format. */
  sees(format: F): Seen | null
}

/** Makes a test of each scenario in each of these formats, named after what a person expects. */
export function testBranches<State, F extends Format<State>>(
  formats: readonly F[],
  scenarios: readonly BranchScenario<State, F>[],
): void {
  for (const format of formats) {
    const tests = scenarios.flatMap((scenario) => {
      const seen = scenario.sees(format)
      return seen === null ? [] : [{ scenario, seen }]
    })
    // A group without a test fails.
    if (tests.length === 0) continue
    describe(format.name, () => {
      const service = sharedService()
      for (const [index, { scenario, seen }] of tests.entries())
        test(`${format.name}: ${scenario.name} → ${inWords(seen)}`, async () => {
          const project = new TestProject<State>(await service(), format, `acme/${index}`)
          const branches = new Branches(project)
          await scenario.play(branches, format)
          expect(await branches.seen(seen)).toBe(seen.expected.words)
        })
    })
  }
}

const inWords = ({ expected, blocks }: Seen) =>
  blocks === undefined ? expected.words : `${expected.words}, and the gate ${blocks ? 'fails' : 'passes'}`
