import { at, count, name, objects } from '../../values.ts'
import type { SarifRun } from './run.ts'

const deepest = 20

/**
 * Where a location stands in the program rather than in a file: the first full name, else the names joined.
 * Source: SARIF 2.1.0, 3.28.4 and 3.33.
 */
export function logicalLocation(location: unknown, run: SarifRun): string | null {
  const given = objects(at(location, 'logicalLocations')).slice(0, deepest)
  const known = given.map((each) => sharedOf(each, run))
  for (const each of known) {
    const full = name(at(each, 'fullyQualifiedName'))
    if (full !== null) return full
  }
  const parts = known.length === 1 ? ancestry(known[0], run) : known
  return name(parts.flatMap((each) => name(at(each, 'name')) ?? []).join('::'))
}

/** What a location that is only an index stands for. */
function sharedOf(location: unknown, run: SarifRun): unknown {
  const index = count(at(location, 'index'))
  const said = at(location, 'fullyQualifiedName') ?? at(location, 'name')
  return index === null || said !== undefined ? location : run.logicalLocations[index]
}

/** A logical location after those that hold it, the outermost first. */
function ancestry(location: unknown, run: SarifRun): unknown[] {
  const chain = [location]
  let parent = count(at(location, 'parentIndex'))
  while (parent !== null && chain.length < deepest) {
    const holder = run.logicalLocations[parent]
    chain.unshift(holder)
    parent = count(at(holder, 'parentIndex'))
  }
  return chain
}
