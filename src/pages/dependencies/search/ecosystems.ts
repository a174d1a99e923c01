/** Maps each name that people use for an ecosystem, as a prefix of a package, to its API value. */
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

/** Returns the API value of the ecosystem that a word names; undefined for other words, such as a Maven group. */
export function ecosystemOf(word: string): string | undefined {
  const lower = word.toLowerCase()
  return Object.hasOwn(labels, lower) ? labels[lower] : undefined
}

/** Every ecosystem with a known name. */
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

/** Returns the display name of an ecosystem; an unknown one is returned unchanged. */
export function ecosystemLabel(ecosystem: string): string {
  return Object.hasOwn(spoken, ecosystem) ? (spoken[ecosystem] ?? ecosystem) : ecosystem
}
