import { spellAdvisoryId } from '#lib/text/advisory-id.ts'
import { type WeaknessNumber, weaknessNumber } from '#lib/text/weakness-number.ts'

/** What a text in the palette asks for, apart from names that contain it. */
export interface SearchQuestion {
  text: string
  /** The name of a project; in `sbom of checkout` the part after the action. */
  project: string
  /** The text asks to export the SBOM of that project. */
  exportsSbom: boolean
  /** The text has a version or range of a package, with an operator: a number alone may be anything. */
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
  if (/^ghsa(?:-[a-z\d]{4}){3}$/i.test(text)) return spellAdvisoryId(text.toUpperCase())
  return undefined
}

/** Reads a text of the palette, at most 500 characters long. */
export function readQuestion(typed: string): SearchQuestion {
  const text = typed.trim()
  const project = exportedProject(text)
  return {
    text,
    project: project ?? text,
    exportsSbom: project !== undefined,
    hasVersions: /^[^\s<>=≤≥]+\s*[<>=≤≥]+\s*[^\s<>=≤≥]|^\S+@v?\d\S*$/i.test(text),
    weakness: weaknessNumber(text),
    advisory: advisoryId(text),
  }
}
