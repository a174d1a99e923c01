import type { Candidate } from './candidates.ts'
import { haveSameAdvisory } from './dependencies.ts'
import { groupBy, type Pairing } from './pairing.ts'

/** Findings to which people did something, then the others. */
export function decidedFirst(pairing: Pairing, known: readonly number[]): number[] {
  const isDecided = (each: number) => pairing.knownAt(each).decision !== ''
  return [...known.filter(isDecided), ...known.filter((each) => !isDecided(each))]
}

/** Offers findings for reported ones with equal content, decided ones first: others may be decided later. */
export function doubtAll(pairing: Pairing, known: readonly number[], reported: readonly number[]): void {
  const free = known.filter(pairing.isFreeKnown)
  for (const one of decidedFirst(pairing, free).slice(0, 3)) {
    for (const result of reported.filter(pairing.isFreeReported).slice(0, 100))
      pairing.doubt(one, result, 'copied')
  }
}

/**
 * Offers the only finding of a rule, or of a package and its advisory, that is gone with its file for the only one that
 * is new.
 */
export function offerOnlyOnes(pairing: Pairing, gone: readonly number[]): void {
  const keyOf = ({ rule, dependency }: Candidate) =>
    JSON.stringify(dependency === null ? { rule } : [dependency.name])
  const before = groupBy(gone.filter(pairing.isFreeKnown), (each) => keyOf(pairing.knownAt(each)))
  const after = groupBy([...pairing.reported.keys()].filter(pairing.isFreeReported), (each) =>
    keyOf(pairing.reportedAt(each)),
  )
  for (const [key, known] of before) {
    const reported = after.get(key) ?? []
    if (pairing.knownAt(known[0] ?? 0).dependency === null) {
      offerOnly(pairing, known, reported)
      continue
    }
    // A package has few advisories, each of which may go by another id.
    for (const one of known.slice(0, 100)) {
      const results = reported.filter((each) => haveSameAdvisory(pairing, one, each))
      const [result] = results
      if (result === undefined) continue
      const rivals = known.filter((each) => haveSameAdvisory(pairing, each, result))
      offerOnly(pairing, rivals, results)
    }
  }
}

function offerOnly(pairing: Pairing, known: readonly number[], reported: readonly number[]): void {
  const [[one, another], [result, second]] = [known, reported]
  if (one === undefined || result === undefined || another !== undefined || second !== undefined) return
  pairing.doubt(one, result, 'copied')
}
