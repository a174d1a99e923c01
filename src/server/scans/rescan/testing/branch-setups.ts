import type { Format } from './formats/format.ts'
import { type Expected, gone, kept, type Scenario } from './scenario.ts'
import { branch, main } from './test-project.ts'

/** Where the decision is made, and where the next scans are. */
export interface BranchSetup {
  name: string
  decidedOn: string
  scanned: string
  kind: 'full' | 'diff'
  /** The decision comes after the scans. */
  late?: true
}

export const branchSetups: readonly BranchSetup[] = [
  { name: 'on one branch', decidedOn: main, scanned: main, kind: 'full' },
  { name: 'decided on main, full scan of a branch', decidedOn: main, scanned: branch, kind: 'full' },
  { name: 'decided on main, diff scan of a branch', decidedOn: main, scanned: branch, kind: 'diff' },
  { name: 'decided on a branch, scan of main', decidedOn: branch, scanned: main, kind: 'full' },
  {
    name: 'branch scanned, then decided on main',
    decidedOn: main,
    scanned: branch,
    kind: 'full',
    late: true,
  },
]

/** What is expected of a scenario in a format and branch setup; null where it makes no sense. */
export function expectedOf<State, F extends Format<State>>(
  scenario: Scenario<State, F>,
  format: F,
  setup: BranchSetup,
): Expected | null {
  const onOneBranch = scenario.expects(format)
  if (onOneBranch === null || (scenario.isOnOneBranch && setup.decidedOn !== setup.scanned)) return null
  if (setup.kind === 'diff') {
    if (scenario.inDiffScans === false || onOneBranch === gone) return null
    return scenario.expectsInDiffScans?.(format) ?? onOneBranch
  }
  const expected = acrossRefs(scenario, format, setup) ?? onOneBranch
  if (!setup.late) return expected
  // The branch is scanned once only, and what was uncertain then was not decided yet.
  if (scenario.history(format).steps.length > 1) return null
  return expected === gone || expected === kept ? expected : null
}

function acrossRefs<State, F extends Format<State>>(
  scenario: Scenario<State, F>,
  format: F,
  { decidedOn, scanned }: BranchSetup,
): Expected | null {
  if (decidedOn === scanned) return null
  return (scanned === main ? scenario.expectsOnMain?.(format) : scenario.expectsOnBranch?.(format)) ?? null
}
