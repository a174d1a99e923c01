/** A package as registries know it: its license (SPDX) and versions that were really published, newest first. */
export interface Package {
  ecosystem: Ecosystem
  name: string
  license: string
  versions: readonly string[]
}

export type Ecosystem = 'npm' | 'pypi' | 'maven' | 'gomod' | 'gem' | 'cargo' | 'nuget' | 'composer'

/** Reads lines of "name license version version …"; a license expression is written with underscores for spaces. */
export function readPackages(ecosystem: Ecosystem, lines: string): Package[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', license = '', ...versions] = line.trim().split(' ')
      return { ecosystem, name, license: license.replaceAll('_', ' '), versions }
    })
}
