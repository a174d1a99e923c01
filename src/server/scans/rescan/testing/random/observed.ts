import type { Format, Run } from '../formats/format.ts'
import type { Row } from '../rows.ts'
import type { Snapshot } from './world.ts'

/** A scan of a ref: what was scanned, and what its report says. */
export interface Scan<State, S extends Snapshot> {
  state: State
  run: Run
  snapshot: S
  /** The former paths of files that version control calls renamed, by their new ones. */
  renamed?: ReadonlyMap<string, string>
}

/** The findings of the newest scan of each ref, by the truth of the flaw that they are about. */
export type Observed = ReadonlyMap<string, ReadonlyMap<string, Row>>

/**
 * Finds the finding of each result of the newest scan of each ref.
 * @param faults takes a sentence where a result has not exactly one, or something else is there.
 */
export function observe<State, S extends Snapshot>(
  format: Format<State>,
  scans: ReadonlyMap<string, readonly Scan<State, S>[]>,
  rows: readonly Row[],
  faults: (sentence: string) => void,
): Observed {
  const present = rows.filter(({ state }) => state === 'unresolved' || state === 'muted')
  const ofRef = Map.groupBy(present, ({ ref }) => ref)
  return new Map(
    [...scans].map(([ref, all]) => {
      const newest = all.at(-1)
      const left = new Set(ofRef.get(ref) ?? [])
      const found = new Map<string, Row>()
      for (const result of newest ? format.results(newest.state, newest.run) : []) {
        const matching = [...left].filter((row) => result.isRow(row))
        if (matching.length !== 1)
          faults(`${matching.length} findings are there for ${result.truth} on ${ref}`)
        const [row] = matching
        if (!row) continue
        found.set(result.truth, row)
        for (const each of matching) left.delete(each)
      }
      for (const { rule, path, line } of left)
        faults(`a finding too many is there on ${ref}: ${rule} ${path}:${line}`)
      return [ref, found] as const
    }),
  )
}
