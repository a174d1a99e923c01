/** The ecosystems whose names may stand before a package, by every word that people use for them. */
const labels: Readonly<Record<string, string>> = {
  npm: 'npm',
  pypi: 'pypi',
  gomod: 'gomod',
  golang: 'gomod',
  go: 'gomod',
  cargo: 'cargo',
  crates: 'cargo',
  maven: 'maven',
  gem: 'gem',
  rubygems: 'gem',
  composer: 'composer',
  nuget: 'nuget',
  pub: 'pub',
  swiftpm: 'swiftpm',
  swift: 'swiftpm',
  hex: 'hex',
}

/** The ecosystem that a word means, as the API writes it; undefined for any other word, such as a Maven group. */
export function ecosystemOf(word: string): string | undefined {
  const lower = word.toLowerCase()
  return Object.hasOwn(labels, lower) ? labels[lower] : undefined
}

/** Every ecosystem that is known by name. */
export const ecosystems: readonly string[] = [...new Set(Object.values(labels))]

const spoken: Readonly<Record<string, string>> = {
  pypi: 'PyPI',
  gomod: 'Go',
  cargo: 'Cargo',
  maven: 'Maven',
  gem: 'RubyGems',
  composer: 'Composer',
  nuget: 'NuGet',
  pub: 'Pub',
  swiftpm: 'Swift',
  hex: 'Hex',
}

/** An ecosystem as people write it; one that is not known stays as it is. */
export function ecosystemLabel(ecosystem: string): string {
  return Object.hasOwn(spoken, ecosystem) ? (spoken[ecosystem] ?? ecosystem) : ecosystem
}
