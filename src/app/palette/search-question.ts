import { type WeaknessNumber, weaknessNumber } from '#lib/text/weakness-number.ts'
import { hasVersion, type PackageFilter, parseSearch } from '#pages/dependencies/search/parse-search.ts'

/** What a text in the palette asks for, apart from names that contain it. */
export interface SearchQuestion {
  text: string
  /** The name of a project; in `sbom of checkout` the part after the action. */
  project: string
  /** The text asks to export the SBOM of that project. */
  exportsSbom: boolean
  /** The packages, as the page of dependencies reads the text. */
  packages: PackageFilter[]
  /** The text has a version or range of a package. */
  hasVersions: boolean
  weakness: WeaknessNumber | undefined
  /** The id of a published advisory, as findings store it. */
  advisory: string | undefined
}

const exportWords = new Set(['export', 'download', 'create', 'sbom', 'bom', 'the', 'a', 'of', 'for', 'from'])

/** Returns the name of the project that a text asks to export; undefined if it asks for something else. */
function exportedProject(text: string): string | undefined {
  const words = text.split(/\s+/)
  if (!words.some((word) => /^s?bom$/i.test(word))) return undefined
  const name = words.filter((word) => !exportWords.has(word.toLowerCase())).join(' ')
  return name === '' ? undefined : name
}

/** Returns the id of an advisory; undefined for any other text. Source: OSV schema, ids. */
function advisoryId(text: string): string | undefined {
  if (/^cve-\d{4}-\d{4,}$/i.test(text)) return text.toUpperCase()
  if (/^ghsa(?:-[a-z\d]{4}){3}$/i.test(text)) return `GHSA${text.slice(4).toLowerCase()}`
  return undefined
}

/** Reads a text of the palette, at most 500 characters long. */
export function readQuestion(typed: string): SearchQuestion {
  const text = typed.trim()
  const project = exportedProject(text)
  const { terms, faults } = parseSearch(text)
  // What the page of dependencies would partly ignore is more likely a sentence than a package.
  const isPackage = faults.length === 0 && terms.length > 0
  const packages = isPackage ? terms.map(({ filter }) => filter) : [{ name: text.slice(0, 200) }]
  return {
    text,
    project: project ?? text,
    exportsSbom: project !== undefined,
    packages,
    hasVersions: isPackage && packages.some(hasVersion),
    weakness: weaknessNumber(text),
    advisory: advisoryId(text),
  }
}
