/**
 * Returns the dependency search text for exactly this package, and version if it is given; undefined if the syntax
 * cannot express it.
 */
export function packageQuery(name: string, version?: string): string | undefined {
  if (/["\n\r]/.test(name) || name.trim() !== name || name === '') return undefined
  if (version !== undefined && !/^[^\s<>=≤≥^"~*,;]+$/.test(version)) return undefined
  return `"${name}"${version === undefined ? '' : `@${version}`}`
}
