import type { SbomExport } from '#contract/answers/sbom.ts'
import type { MissingPart } from '#contract/dependencies.ts'

type Completeness = NonNullable<SbomExport['completeness']>

const words: Record<string, string> = {
  supplier: 'Supplier of each component',
  name: 'Component name',
  version: 'Version',
  identifier: 'Unique identifier',
  relationship: 'Dependency relationship',
  author: 'Author of the SBOM',
  timestamp: 'Timestamp',
}

/** A minimum element in words; what is not known stands as it came. Source: NTIA, "The Minimum Elements". */
export function elementWords(element: string): string {
  return words[element] ?? element
}

const lists: Record<string, MissingPart> = {
  version: 'version',
  identifier: 'identifier',
  relationship: 'relationship',
}

/** The filter of dependencies that finds those which lack an element; undefined where none does. */
export function missingOf(element: string): MissingPart | undefined {
  return lists[element]
}

/** How many elements there are, and how many of them every component has. */
export function complete(elements: Completeness): { whole: number; all: number } | undefined {
  if (elements.length === 0) return undefined
  return { whole: elements.filter(({ have, of }) => have >= of).length, all: elements.length }
}
