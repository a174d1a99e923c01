import { expect } from 'vitest'
import type { Build, GivenFinding } from './build.ts'
import { startListing } from './listing.ts'

/** A query, and for each finding whether it is answered. */
export type Case = [query: string, given: [matches: boolean, finding: GivenFinding][]]

async function prepare(build: Build) {
  await build.project('tagged/pci', { tags: ['pci', 'a,b'] })
  await build.project('globex/tool', { primary: 'refs/heads/trunk' })
  for (const mode of ['MONITOR', 'COMMENT', 'BLOCK', 'DISABLED'] as const) {
    await build.rule(mode, { mode: `MODE_${mode}` })
  }
  await build.rule('unheld', { mode: null })
  await build.rule('titled', { title: 'Cross-site scripting', message: 'Escape 100% of \\ it_' })
}

/**
 * Holds what the list answers against each case, with the findings of that case alone. There is a project
 * `tagged/pci` (id 1, tags `pci` and `a,b`), one with the primary branch `trunk`, and a rule for each mode.
 * `prefix` stands before each query.
 */
export async function checkCases(cases: readonly Case[], prefix = ''): Promise<void> {
  const { build, ids, services, deployment } = await startListing()
  await prepare(build)
  for (const [written, input] of cases) {
    const query = `${prefix}${written}`
    await services.change(deployment.id, 'Tess Ter', async (transaction) => {
      const gone = await transaction.deleteFrom('finding').returning('id').execute()
      transaction.changed.findings(gone.map(({ id }) => id))
    })
    const made = await build.add(...input.map(([, finding]) => finding))
    const expected = made.filter((_, index) => input[index]?.[0])
    expect([query, (await ids(query)).sort((a, b) => a - b)]).toEqual([query, expected])
  }
}

export const scaType = (input: GivenFinding): GivenFinding => ({ type: 'sca', ...input })
