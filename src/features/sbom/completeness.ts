import type { SbomExport } from '#contract/responses/sbom.ts'
import type { MissingField } from '#contract/vocabulary.ts'
import { paths } from '#lib/urls/paths.ts'
import { labels } from './labels.ts'

/** The fragment of the settings' address that leads to the field of the supplier. */
export const supplierField = 'supplier'

type Completeness = NonNullable<SbomExport['completeness']>

/** A minimum element in words; what is not known stands as it came. Source: NTIA, "The Minimum Elements". */
export function elementLabel(element: string): string {
  const text: Readonly<Record<string, string>> = labels.elements
  return text[element] ?? element
}

const lists: Record<string, MissingField> = {
  version: 'version',
  identifier: 'identifier',
  relationship: 'relationship',
}

/** The filter of dependencies that finds those which lack an element; undefined where none does. */
export function missingOf(element: string): MissingField | undefined {
  return lists[element]
}

/** How many elements there are, and how many of them every component has. */
export function complete(elements: Completeness): { whole: number; all: number } | undefined {
  if (elements.length === 0) return undefined
  return { whole: elements.filter(({ have, of }) => have >= of).length, all: elements.length }
}

/** The elements that some component lacks, each in words. */
export function lackingOf({ completeness }: SbomExport): { element: string; text: string }[] {
  return (completeness ?? [])
    .filter(({ have, of }) => have < of)
    .map(({ element, have, of }) => ({ element, text: labels.have(elementLabel(element), have, of) }))
}

/** Where what an export lacks of an element can be mended or seen, and what the link to it says. */
export function remedyOf(
  deployment: string,
  { repositoryId, supplierName }: SbomExport,
  element: string,
): { to: string; text: string; label: string } | undefined {
  if (element === 'supplier') {
    // Of packages nobody says who supplies them: with a supplier of its own there is nothing left to set.
    if (supplierName) return undefined
    return {
      to: `${paths.settings(deployment)}#${supplierField}`,
      text: labels.setSupplier,
      label: labels.setSupplier,
    }
  }
  const missing = missingOf(element)
  if (!missing) return undefined
  const search = { ...(repositoryId ? { repositoryId } : {}), missing }
  return {
    to: paths.dependencies(deployment, search),
    text: labels.showMissing,
    label: labels.showMissingLabel(elementLabel(element)),
  }
}
