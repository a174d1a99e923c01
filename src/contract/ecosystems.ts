import { distributionOfName } from './distributions.ts'

/** The rules by which the versions of an ecosystem are compared. */
export type VersionScheme =
  | 'apk'
  | 'composer'
  | 'conan'
  | 'deb'
  | 'dotted'
  | 'gem'
  | 'go'
  | 'maven'
  | 'nuget'
  | 'pub'
  | 'pypi'
  | 'rpm'
  | 'semver'

interface Ecosystem {
  /** How it is displayed. */
  label: string
  /** The types of its package URLs; exports use the first. Source: purl specification, PURL-TYPES. */
  purl: readonly string[]
  /**
   * What stands between the namespace and the name of a package URL in the name of a package; `distributor` if the
   * namespace is a distribution, which is no part of the name.
   */
  namespace?: '/' | ':' | 'distributor'
  /**
   * Which spellings are one name: those that differ in capitals (`case`), also in `-`, `_` and `.`, or also in `-` and
   * `_`; absent if each is a name of its own, such as `JSONStream` and `jsonstream` of npm. Source: purl specification,
   * definitions of types; PEP 503; the registries.
   */
  spelling?: 'case' | 'case, - _ .' | 'case, - _'
  /** The order of its versions; absent if none is known. */
  order?: VersionScheme
  /** Source: OSV schema, "Defined ecosystems". */
  osv?: readonly string[]
  /** Package managers of GitLab's reports and SBOMs, and the packages of its advisories. */
  gitlab?: readonly string[]
  /** Types of Trivy's results. */
  trivy?: readonly string[]
  /** Types and languages of Grype's and Syft's packages. */
  grype?: readonly string[]
  /** Words of SARIF files, and of the alerts and files of Snyk and GitHub. */
  sarif?: readonly string[]
}

/** The ecosystems of packages by their names in this service. All names of tools are in lower case. */
const table = {
  npm: {
    label: 'npm',
    purl: ['npm'],
    namespace: '/',
    order: 'semver',
    osv: ['npm'],
    gitlab: ['npm', 'yarn', 'pnpm', 'bun'],
    trivy: ['npm', 'node-pkg', 'yarn', 'pnpm', 'bun', 'node.js', 'javascript'],
    grype: ['npm', 'javascript'],
    sarif: ['node', 'node.js'],
  },
  pypi: {
    label: 'PyPI',
    purl: ['pypi'],
    spelling: 'case, - _ .',
    order: 'pypi',
    osv: ['pypi'],
    gitlab: ['pip', 'pipenv', 'poetry', 'setuptools', 'uv', 'pypi'],
    trivy: ['pip', 'pipenv', 'poetry', 'uv', 'pylock', 'python-pkg', 'python'],
    grype: ['python'],
    sarif: ['pip', 'poetry'],
  },
  gomod: {
    label: 'Go',
    purl: ['golang'],
    namespace: '/',
    spelling: 'case',
    order: 'go',
    osv: ['go'],
    gitlab: ['go'],
    trivy: ['gomod', 'gobinary'],
    grype: ['go-module', 'go'],
    sarif: ['gomodules', 'golangdep'],
  },
  cargo: {
    label: 'Cargo',
    purl: ['cargo'],
    spelling: 'case, - _',
    order: 'semver',
    osv: ['crates.io'],
    gitlab: ['cargo'],
    trivy: ['cargo', 'rustbinary', 'rust-binary'],
    grype: ['rust-crate', 'rust'],
  },
  maven: {
    label: 'Maven',
    purl: ['maven'],
    namespace: ':',
    order: 'maven',
    osv: ['maven'],
    gitlab: ['maven', 'gradle', 'sbt'],
    trivy: ['jar', 'pom', 'gradle', 'gradle-lockfile', 'sbt', 'java'],
    grype: ['java-archive', 'jenkins-plugin', 'java'],
    sarif: ['maven', 'gradle'],
  },
  gem: {
    label: 'RubyGems',
    purl: ['gem'],
    order: 'gem',
    osv: ['rubygems'],
    gitlab: ['bundler', 'gem'],
    trivy: ['bundler', 'gemspec', 'ruby'],
    grype: ['gem', 'ruby'],
    sarif: ['rubygems'],
  },
  composer: {
    label: 'Composer',
    purl: ['composer'],
    namespace: '/',
    spelling: 'case',
    order: 'composer',
    osv: ['packagist'],
    gitlab: ['composer', 'packagist'],
    trivy: ['composer', 'composer-vendor', 'php'],
    grype: ['php-composer', 'php'],
    sarif: ['composer'],
  },
  nuget: {
    label: 'NuGet',
    purl: ['nuget'],
    spelling: 'case',
    order: 'nuget',
    osv: ['nuget'],
    gitlab: ['nuget'],
    trivy: ['nuget', 'dotnet-core', 'packages-props', '.net'],
    grype: ['dotnet'],
    sarif: ['nuget'],
  },
  pub: {
    label: 'Pub',
    purl: ['pub'],
    spelling: 'case',
    order: 'pub',
    osv: ['pub'],
    gitlab: ['pub'],
    trivy: ['pub'],
    grype: ['dart-pub', 'dart'],
    sarif: ['pub'],
  },
  swiftpm: {
    label: 'Swift',
    purl: ['swift'],
    namespace: '/',
    spelling: 'case',
    order: 'semver',
    osv: ['swifturl'],
    gitlab: ['swift'],
    trivy: ['swift'],
    grype: ['swift'],
    sarif: ['swift'],
  },
  hex: {
    label: 'Hex',
    purl: ['hex'],
    namespace: '/',
    spelling: 'case',
    order: 'semver',
    osv: ['hex'],
    gitlab: ['hex'],
    trivy: ['hex'],
    grype: ['hex', 'erlang', 'elixir'],
    sarif: ['hex', 'erlang'],
  },
  conan: {
    label: 'Conan',
    purl: ['conan'],
    namespace: '/',
    order: 'conan',
    osv: ['conancenter'],
    gitlab: ['conan'],
    trivy: ['conan'],
    grype: ['conan'],
  },
  hackage: { label: 'Hackage', purl: ['hackage'], order: 'dotted', osv: ['hackage'], grype: ['hackage'] },
  cran: {
    label: 'CRAN',
    purl: ['cran'],
    order: 'dotted',
    osv: ['cran', 'bioconductor'],
    gitlab: ['cran'],
    grype: ['r-package'],
  },
  cocoapods: {
    label: 'CocoaPods',
    purl: ['cocoapods'],
    order: 'gem',
    gitlab: ['cocoapods'],
    trivy: ['cocoapods'],
    grype: ['pod'],
    sarif: ['cocoapods'],
  },
  julia: { label: 'Julia', purl: ['julia'], order: 'semver', osv: ['julia'], trivy: ['julia'] },
  github: {
    label: 'GitHub Actions',
    purl: ['github'],
    namespace: '/',
    spelling: 'case',
    order: 'semver',
    osv: ['github actions'],
    grype: ['github-action', 'github-action-workflow'],
    sarif: ['actions'],
  },
  bitnami: {
    label: 'Bitnami',
    purl: ['bitnami'],
    spelling: 'case',
    osv: ['bitnami'],
    trivy: ['bitnami'],
    grype: ['bitnami'],
  },
  conda: {
    label: 'Conda',
    purl: ['conda'],
    spelling: 'case',
    trivy: ['conda-pkg', 'conda-environment'],
    grype: ['conda'],
  },
  opam: { label: 'opam', purl: ['opam'], osv: ['opam'], grype: ['opam'] },
  luarocks: { label: 'LuaRocks', purl: ['luarocks'], spelling: 'case', grype: ['lua-rocks'] },
  deb: {
    label: 'Debian package',
    purl: ['deb'],
    namespace: 'distributor',
    spelling: 'case',
    order: 'deb',
    grype: ['deb', 'dpkg'],
  },
  rpm: { label: 'RPM', purl: ['rpm'], namespace: 'distributor', order: 'rpm', grype: ['rpm'] },
  apk: {
    label: 'Alpine package',
    purl: ['apk', 'alpine'],
    namespace: 'distributor',
    spelling: 'case',
    order: 'apk',
    grype: ['apk'],
  },
  alpm: {
    label: 'Arch package',
    purl: ['alpm'],
    spelling: 'case',
    namespace: 'distributor',
    grype: ['alpm'],
  },
} as const satisfies Readonly<Record<string, Ecosystem>>

/** The names of ecosystems in this service, as filters and facets have them. */
export const ecosystemNames: readonly string[] = Object.keys(table)

const byName: ReadonlyMap<string, Ecosystem> = new Map(Object.entries<Ecosystem>(table))

const wordsOf = ({ purl, osv = [], gitlab = [], trivy = [], grype = [], sarif = [] }: Ecosystem) => [
  ...purl,
  ...osv,
  ...gitlab,
  ...trivy,
  ...grype,
  ...sarif,
]

/** The ecosystems by each of the given words of theirs; the first one keeps a word of several. */
function indexBy(words: (one: Ecosystem) => readonly string[]): ReadonlyMap<string, string> {
  const found = [...byName].flatMap(([name, one]) => words(one).map((word): [string, string] => [word, name]))
  return new Map([...found.reverse(), ...ecosystemNames.map((name): [string, string] => [name, name])])
}

const byPurl = indexBy(({ purl }) => purl)
const byWord = indexBy(wordsOf)
const bySearch = indexBy(({ purl, osv = [] }) => [...purl, ...osv])

const spelled = (word: string) => word.trim().toLowerCase()

/** The ecosystem of which a tool has exactly this name, such as `java-archive`; null for an unknown one. */
export const ecosystemOfWord = (word: string): string | null => byWord.get(spelled(word)) ?? null

/** The ecosystem that a tool names, which a release or a registry may follow: `Debian:12`, `alpine 3.18`. */
export function ecosystemOfName(name: string | null | undefined): string | null {
  if (!name) return null
  const [word = ''] = name.split(':')
  return ecosystemOfWord(name) ?? ecosystemOfWord(word) ?? distributionOfName(name)?.ecosystem ?? null
}

/** The ecosystem of a type of package URLs; null if it has none here. */
export const ecosystemOfPurlType = (type: string): string | null => byPurl.get(type.toLowerCase()) ?? null

/** The ecosystem that a person names in a search; null for other words, such as the group of a Maven package. */
export const ecosystemOfSearch = (word: string): string | null =>
  word.toLowerCase() === 'crates' ? 'cargo' : (bySearch.get(word.toLowerCase()) ?? null)

/** The type of an ecosystem's package URLs; null if it has none. */
export const purlTypeOf = (ecosystem: string): string | null => byName.get(ecosystem)?.purl[0] ?? null

/** What joins namespace and name of a package URL in an ecosystem; null if the namespace is no part of the name. */
export function namespaceDivider(ecosystem: string): '/' | ':' | null {
  const divider = byName.get(ecosystem)?.namespace
  return divider === undefined || divider === 'distributor' ? null : divider
}

/** The name of a package for comparison within its ecosystem, of which files and documents spell some names differently. */
export function comparableName(ecosystem: string | null, name: string): string {
  const spelling = byName.get(ecosystem ?? '')?.spelling
  if (spelling === undefined) return name
  const lower = name.toLowerCase()
  if (spelling === 'case') return lower
  return spelling === 'case, - _' ? lower.replaceAll('_', '-') : lower.replace(/[-_.]+/g, '-')
}

/** Whether packages of an ecosystem belong to a distribution, which their package URLs have as the namespace. */
export const isDistributed = (ecosystem: string): boolean =>
  byName.get(ecosystem)?.namespace === 'distributor'

/** How an ecosystem is displayed; an unknown one as it is named. */
export const ecosystemLabel = (ecosystem: string): string => byName.get(ecosystem)?.label ?? ecosystem

/** The rules for versions of an ecosystem, which may be named as a tool does; null if no order is known. */
export function versionSchemeOf(ecosystem: string): VersionScheme | null {
  const one = byName.get(ecosystem) ?? byName.get(ecosystemOfName(ecosystem) ?? '')
  return one?.order ?? null
}
