import { asCount, asName, asObjects, getIn } from '../../values/json-values.ts'
import type { SarifRun } from './run.ts'

const maxDepth = 20

/**
 * The logical location in the program: the first fully qualified name, else the names joined.
 * Source: SARIF 2.1.0, 3.28.4 and 3.33.
 */
export function logicalLocation(location: unknown, run: SarifRun): string | null {
  const locations = asObjects(getIn(location, 'logicalLocations')).slice(0, maxDepth)
  const known = locations.map((each) => sharedOf(each, run))
  for (const each of known) {
    const full = asName(getIn(each, 'fullyQualifiedName'))
    if (full !== null) return full
  }
  const parts = known.length === 1 ? ancestry(known[0], run) : known
  return asName(parts.flatMap((each) => asName(getIn(each, 'name')) ?? []).join('::'))
}

/** Resolves a location that is only an index. */
export function sharedOf(location: unknown, run: SarifRun): unknown {
  const index = asCount(getIn(location, 'index'))
  const qualifiedName = getIn(location, 'fullyQualifiedName') ?? getIn(location, 'name')
  return index === null || qualifiedName !== undefined ? location : run.logicalLocations[index]
}

/** A logical location preceded by its parents, outermost first. */
function ancestry(location: unknown, run: SarifRun): unknown[] {
  const chain = [location]
  let parent = asCount(getIn(location, 'parentIndex'))
  while (parent !== null && chain.length < maxDepth) {
    const holder = run.logicalLocations[parent]
    chain.unshift(holder)
    parent = asCount(getIn(holder, 'parentIndex'))
  }
  return chain
}
