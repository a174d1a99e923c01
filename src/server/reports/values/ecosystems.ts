import { distributionOfName } from '#contract/distributions.ts'
import { ecosystemOfWord } from '#contract/ecosystems.ts'

/** File names that identify an ecosystem. */
const ecosystemsByFile: readonly [RegExp, string][] = [
  [/^(?:package(?:-lock)?|npm-shrinkwrap)\.json$|^(?:yarn|bun|deno)\.lock$|^pnpm-lock\.yaml$/, 'npm'],
  [/^(?:poetry|pipfile|uv|pdm)\.lock$|^py(?:lock|project)\.toml$|^setup\.(?:py|cfg)$|^metadata$/, 'pypi'],
  [/^requirements[\w.-]{0,100}\.txt$|\.(?:whl|egg)$/, 'pypi'],
  [/^pom\.xml$|^gradle\.lockfile$|^build\.(?:gradle(?:\.kts)?|sbt)$|\.(?:jar|war|ear)$/, 'maven'],
  [/^gemfile(?:\.lock)?$|\.gem(?:spec)?$/, 'gem'],
  [/^go\.(?:mod|sum)$/, 'gomod'],
  [/^cargo\.(?:lock|toml)$/, 'cargo'],
  [/^composer\.(?:lock|json)$|^installed\.json$/, 'composer'],
  [/^packages\.(?:lock\.json|config)$|^project\.assets\.json$|^paket\.lock$/, 'nuget'],
  [/\.(?:cs|fs|vb)proj$|\.deps\.json$|\.nupkg$/, 'nuget'],
  [/^pubspec\.(?:lock|yaml)$/, 'pub'],
  [/^package\.(?:resolved|swift)$/, 'swiftpm'],
  [/^(?:mix|rebar)\.lock$/, 'hex'],
]

/** The ecosystem of a manifest, lockfile or package by its file name; null if the name does not identify one. */
export function ecosystemOfFile(path: string): string | null {
  const base = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return ecosystemOfWord(base) ?? ecosystemsByFile.find(([shape]) => shape.test(base))?.[1] ?? null
}

/** The name of an ecosystem or a package manager that names a distribution, such as `Debian:12`; null for others. */
export const distributionIn = (name: string | null): string | null =>
  name !== null && distributionOfName(name) !== null ? name : null
