import type { Script } from './history.ts'
import type { Fault } from './judge.ts'

export const kindOf = (fault: Fault) => fault.slice(0, fault.indexOf(':'))

/** The parts of a script that can be left out alone, as the scripts without them. */
function withoutParts({ flaws, steps }: Script): ((script: Script) => Script)[] {
  const without = <T>(list: readonly T[], part: T) => list.filter((each) => each !== part)
  return [
    ...steps.toReversed().map((step) => (left: Script) => ({ ...left, steps: without(left.steps, step) })),
    ...flaws.map((flaw) => (left: Script) => ({ ...left, flaws: without(left.flaws, flaw) })),
    ...steps.flatMap(({ edits, decide }) =>
      [...edits, ...decide].map((part) => (left: Script) => ({
        ...left,
        steps: left.steps.map((step) => ({
          ...step,
          edits: without(step.edits, part),
          decide: without(step.decide, part),
        })),
      })),
    ),
  ]
}

/** Leaves out what a fault of one kind does not need, as long as that can be done in so many tries. */
export async function shrink(
  script: Script,
  play: (script: Script) => Promise<readonly Fault[]>,
  kind: string,
  tries: number,
): Promise<Script> {
  let [least, left, isSmaller] = [script, tries, true]
  while (isSmaller && left > 0) {
    isSmaller = false
    for (const without of withoutParts(least)) {
      if (left-- <= 0) break
      const candidate = without(least)
      const faults = await play(candidate)
      if (!faults.some((fault) => kindOf(fault) === kind)) continue
      least = candidate
      isSmaller = true
    }
  }
  return least
}
