/**
 * The text that the search of dependencies reads as exactly this package, of one version where that is given; undefined
 * where its syntax cannot say it.
 */
export function packageQuery(name: string, version?: string): string | undefined {
  if (/["\n\r]/.test(name) || name.trim() !== name || name === '') return undefined
  if (version !== undefined && !/^[^\s<>=≤≥^"~*,;]+$/.test(version)) return undefined
  return `"${name}"${version === undefined ? '' : `@${version}`}`
}
