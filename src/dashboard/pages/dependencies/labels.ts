import { formatNumber, plural } from '#lib/text/format.ts'

const dependencies = (count: number) => plural(count, 'dependency', 'dependencies')
const projects = (count: number) => plural(count, 'project')
const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const usesHint = 'A package use is one version of a package in one lockfile'

/** Labels of the dependencies page. */
export const labels = {
  title: 'Dependencies',
  /** Also used in errors about an invalid URL. */
  params: {
    q: 'Search',
    ecosystem: 'Ecosystem',
    transitivity: 'Dependency',
    license: 'License',
    repositoryId: 'Project',
    lockfilePath: 'Lockfile',
    missing: 'Missing',
    notComparable: 'Version',
    by: 'View',
    sort: 'Sort',
    open: 'Opened',
  },
  /** The number of matching dependencies, which exceeds the number of packages. */
  uses: (count: number) => plural(count, 'package use'),
  inProjects: (uses: string, count: number) => `${uses} in ${projects(count)}`,
  ofPackages: (uses: string, count: number) => `${uses} of ${plural(count, 'package')}`,
  usesHint,
  views: {
    label: 'View',
    dependencies: 'Dependencies',
    packages: 'Packages',
    projects: 'Projects',
    licenses: 'Licenses',
  },
  columns: {
    package: 'Package',
    license: 'License',
    direct: 'Direct',
    uses: 'Uses',
    projects: 'Projects',
    findings: 'Open findings',
    project: 'Project',
    definedIn: 'Defined in',
    dependency: 'Dependency',
    finding: 'Findings',
    links: 'Links',
    dependencies: 'Dependencies',
    spdxName: 'SPDX name',
    copyleft: 'Copyleft',
    packages: 'Packages',
  },
  sorts: {
    default: 'Most open findings',
    name: 'Name',
    '-count': 'Most uses',
    '-projects': 'Most projects',
  },
  values: {
    DIRECT: 'Direct',
    TRANSITIVE: 'Transitive',
    UNKNOWN_TRANSITIVITY: 'Unknown',
    version: 'Version',
    identifier: 'Package URL',
    license: 'License',
    hash: 'Hash',
    relationship: 'Dependency relationship',
  },
  unknown: 'Unknown',
  projectId: (id: string | number) => `Project ${id}`,
  unknownProject: 'Unknown project',

  box: {
    label: 'Packages and versions',
    placeholder: 'lodash <4.17.21, @scope/name >=2 <3, “exact name”, pkg:npm/…',
    hint: `Search by part of a name, or by name and version; separate several with commas. ${usesHint}.`,
    nothingRead: 'Showing all dependencies',
    tooLong: (length: number, most: number) =>
      `The text has ${plural(length, 'character')}; at most ${formatNumber(most)} are searched.`,
    readAs: 'Read as',
    or: 'or ',
    exact: 'name is exactly',
    contains: 'name contains',
    version: ', version ',
    below: 'below',
    upTo: 'up to',
    above: 'above',
    from: 'from',
    and: ' and ',
    onlyExactly: 'Exact match: ',
    more: (count: number) => `and ${formatNumber(count)} more`,
    andContaining: (count: number, names: number) =>
      `and ${plural(count, 'package')} whose name contains ${names > 1 ? 'one of them' : 'it'}`,
  },
  /** Why part of the search text is ignored. Values are already quoted. */
  faults: {
    openQuote: (text: string) => `The quote in ${text} is not closed.`,
    noPackage: (text: string) => `${text} is not a package name.`,
    noPackageBefore: (text: string) => `Enter a package before ${text}.`,
    noPurl: (text: string) => `${text} is not a valid package URL.`,
    longVersion: (text: string) => `${text} is too long for a version.`,
    longName: (text: string) => `${text} is too long for a name.`,
    versionOrBounds: (text: string, name: string) =>
      `${text} is ignored: use either one version or bounds for ${name}, not both.`,
    secondBound: (text: string, side: 'lower' | 'upper', bound: string) =>
      `${text} is ignored: there is already ${side === 'lower' ? 'a lower' : 'an upper'} bound, ${bound}.`,
    noVersionAfterAt: (text: string) => `Enter a version after “@” in ${text}.`,
    noVersionAfter: (text: string) => `Enter a version after ${text}.`,
    noVersion: (text: string) => `${text} is not a version. Separate packages with a comma.`,
    range: (text: string) => `${text} is not supported. Use bounds, such as “>=1.2 <2”.`,
    tooMany: (count: number, most: number) =>
      `Only the first ${most} of ${formatNumber(count)} packages are searched.`,
  },
  refused: { title: "This search isn't valid", text: 'See the message below the search box.' },
  nothingToExport: 'No dependencies to export',
  fixSearchFirst: 'Fix the search first',

  notComparable: {
    chip: 'not comparable',
    text: (count: number) =>
      `Version not comparable: ${plural(count, 'package use')} with a version that cannot be compared with these bounds.`,
    show: 'Show',
  },

  versions: (count: number) => plural(count, 'version'),
  noVersion: 'no version',
  noVersionTitle: 'No version',
  unknownEcosystem: 'unknown ecosystem',
  versionsOf: (name: string) => `Versions of ${name}`,
  locationsOf: (name: string, version: string) => `Locations of ${name} ${version}`,
  usesIn: (count: number, inProjects: number, direct: number) =>
    `${plural(count, 'use')} in ${projects(inProjects)}, ${formatNumber(direct)} direct`,
  openFindings: 'open findings',
  olderHidden: (count: number) =>
    `${plural(count, 'older version')} not shown. Search for a version to narrow the list.`,
  projectsWith: (count: number, name: string, version?: string) =>
    `${projects(count)} with ${name}${version ? ` ${version}` : ''}`,
  findings: 'Findings',
  findingsAbout: (subject: string) => `Open findings in ${subject}`,
  countAbout: (count: number, subject: string) => `${plural(count, 'open finding')} in ${subject}`,

  unknownLocation: 'Unknown location',
  atCodeHost: ' at the code host',
  direct: 'Direct',
  transitive: 'Transitive',
  unknownPath: 'Dependency path unknown',
  unknownTransitivity: 'Unknown',
  through: (way: readonly string[]) => `Introduced through ${way.join(' → ')}`,
  licenseUnknown: 'License unknown',
  /** Shown next to other licenses. */
  unknownLicense: 'Unknown',
  /** A license followed by the versions that have it, if other versions have a different one. */
  licenseOfVersions: (license: string, versions: readonly string[]) => {
    const named = versions.map((one) => one || 'no version').join(', ')
    return `${license} (${versions.length > 2 ? plural(versions.length, 'version') : named})`
  },

  projectPage: 'Project',
  projectPageOf: (name: string) => `Project page of ${name}`,
  openFindingsOf: (name: string) => `Open supply-chain findings of ${name}`,
  lockfilesOf: (name: string) => `Lockfiles of ${name}`,
  dependenciesOf: (path: string) => `Dependencies of ${path}`,
  dependencies,

  tables: {
    packages: 'Packages',
    projects: 'Projects with dependencies',
    licenses: 'Licenses',
    dependencies: 'Dependencies',
  },
  nouns: {
    package: 'package',
    project: 'project',
    license: 'license',
    licenses: 'licenses',
    dependency: 'dependency',
    dependencies: 'dependencies',
    lockfiles: 'lockfiles',
    locations: 'locations',
  },
  tree: {
    failed: (nouns: string, title: string, detail: string) =>
      `Couldn't load ${nouns}: ${lowered(title)}. ${detail}`,
    retry: 'Retry',
    loading: (nouns: string) => `Loading ${nouns}…`,
    more: 'Show more',
    left: (count: number) => `${formatNumber(count)} more not shown`,
    none: (nouns: string) => `No ${nouns} match the filters.`,
  },

  licenses: {
    families: {
      strong: ['Strong copyleft', 'Works that include it must be distributed under the same license'],
      weak: [
        'Weak copyleft',
        'Modified files, or the library itself, must be distributed under the same license',
      ],
      network: ['Network copyleft', 'Also applies when the software is used over a network'],
    },
    expression: 'License expression',
    notOnList: 'Not an SPDX license',
    count: (count: number) => plural(count, 'license'),
    unknown: 'License unknown:',
    packages: (count: number) => plural(count, 'package'),
    dependenciesIn: (count: number, inProjects: number) =>
      `${dependencies(count)} in ${projects(inProjects)}`,
    summary: (packages: number, count: number, inProjects: number) =>
      `${plural(packages, 'package')}, ${dependencies(count)} in ${projects(inProjects)}`,
    nouns: { packages: 'package', dependencies: 'use', projects: 'project' },
    under: (count: number, noun: string, license: string | null) => `${plural(count, noun)} under ${license}`,
    none: 'No dependency here has a known license.',
    several: 'A package with several licenses counts for each of them.',
  },

  empty: {
    title: 'No dependencies yet',
    text: 'Import a full scan of a primary branch with lockfile data, or a CycloneDX SBOM.',
  },
} as const
