import type { Candidate } from './candidates.ts'
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
    dependency === null ? JSON.stringify([rule]) : JSON.stringify([dependency.name, dependency.advisories[0]])
  const before = groupBy(gone.filter(pairing.isFreeKnown), (each) => keyOf(pairing.knownAt(each)))
  const after = groupBy([...pairing.reported.keys()].filter(pairing.isFreeReported), (each) =>
    keyOf(pairing.reportedAt(each)),
  )
  for (const [key, [one, another]] of before) {
    const [result, second] = after.get(key) ?? []
    if (one === undefined || result === undefined || another !== undefined || second !== undefined) continue
    pairing.doubt(one, result, 'copied')
  }
}
