/** Tools' names of ecosystems, mapped to the names of this service. */
const spellings: Readonly<Record<string, string>> = {
  npm: 'npm node node.js node-pkg javascript yarn pnpm bun',
  pypi: 'pypi python python-pkg pip pipenv poetry uv',
  maven: 'maven java java-archive jar gradle gradle-lockfile sbt pom jenkins-plugin',
  gem: 'gem ruby rubygems bundler gemspec',
  gomod: 'gomod go golang go-module gobinary gomodules golangdep',
  cargo: 'cargo rust rust-crate rust-binary rustbinary crates.io',
  composer: 'composer php php-composer packagist composer-vendor',
  nuget: 'nuget dotnet dotnet-core .net',
  pub: 'pub dart dart-pub',
  swiftpm: 'swiftpm swift',
  hex: 'hex erlang elixir',
}
const ecosystemsByName = new Map(
  Object.entries(spellings).flatMap(([ecosystem, words]) =>
    words.split(' ').map((word): [string, string] => [word, ecosystem]),
  ),
)

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

/** The ecosystem of a tool's name for it, such as `java-archive`; null if it is unknown. */
export function ecosystemOfName(word: string | null | undefined): string | null {
  return (word && ecosystemsByName.get(word.trim().toLowerCase())) || null
}

/** The ecosystem of a manifest, lockfile or package by its file name; null if the name does not identify one. */
export function ecosystemOfFile(path: string): string | null {
  const base = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return ecosystemOfName(base) ?? ecosystemsByFile.find(([shape]) => shape.test(base))?.[1] ?? null
}
