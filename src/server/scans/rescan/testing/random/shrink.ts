import type { Script } from './history.ts'
import type { Fault } from './judge.ts'

export const kindOf = (fault: Fault) => fault.slice(0, fault.indexOf(':'))

const without = <T>(list: readonly T[]): T[][] => list.map((_, index) => list.toSpliced(index, 1))

/** The script with a part of it left out, the largest parts first. */
function smaller(script: Script): Script[] {
  const { flaws, steps } = script
  const ofStep = steps.flatMap((step, index) => [
    ...without(step.edits).map((edits) => steps.with(index, { ...step, edits })),
    ...without(step.decide).map((decide) => steps.with(index, { ...step, decide })),
  ])
  return [
    ...without(steps).map((left) => ({ flaws, steps: left })),
    ...without(flaws).map((left) => ({ flaws: left, steps })),
    ...ofStep.map((left) => ({ flaws, steps: left })),
  ]
}

/** Leaves out what a fault of one kind does not need, as long as that can be done in so many tries. */
export async function shrink(
  script: Script,
  play: (script: Script) => Promise<readonly Fault[]>,
  kind: string,
  tries: number,
): Promise<Script> {
  let [least, left] = [script, tries]
  for (let isSmaller = true; isSmaller && left > 0; ) {
    isSmaller = false
    for (const candidate of smaller(least)) {
      if (left-- <= 0) break
      const faults = await play(candidate)
      if (!faults.some((fault) => kindOf(fault) === kind)) continue
      least = candidate
      isSmaller = true
      break
    }
  }
  return least
}
