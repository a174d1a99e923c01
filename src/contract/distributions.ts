interface Distribution {
  /** The ecosystem of its packages. */
  packages: 'deb' | 'rpm' | 'apk' | 'alpm'
  /** Other namespaces of its package URLs, and the id of its `distro` qualifier where it is another word. */
  also?: readonly string[]
  osv?: readonly string[]
  /** Names of the operating system in GitLab's reports, Trivy and Grype, where they are other words. */
  tools?: readonly string[]
  /** The numbers by which a release is named; further ones are those of updates of it. One where it is absent. */
  numbers?: 2
  /** Releases that are called by a word. */
  codenames?: Readonly<Record<string, string>>
}

/** Source: https://www.debian.org/releases. */
const debianReleases = {
  wheezy: '7',
  jessie: '8',
  stretch: '9',
  buster: '10',
  bullseye: '11',
  bookworm: '12',
  trixie: '13',
  forky: '14',
  duke: '15',
  sid: 'sid',
  unstable: 'sid',
}

/** Source: https://releases.ubuntu.com. */
const ubuntuReleases = {
  precise: '12.04',
  trusty: '14.04',
  xenial: '16.04',
  bionic: '18.04',
  focal: '20.04',
  jammy: '22.04',
  kinetic: '22.10',
  lunar: '23.04',
  mantic: '23.10',
  noble: '24.04',
  oracular: '24.10',
  plucky: '25.04',
  questing: '25.10',
}

/**
 * The distributions by the namespace of their package URLs. A name of a tool is one of these words, which a release may
 * follow: `Debian:12`, `alpine 3.18.4`, `rhel-8.10`.
 */
const distributions = {
  debian: { packages: 'deb', osv: ['debian'], codenames: debianReleases },
  ubuntu: { packages: 'deb', osv: ['ubuntu'], numbers: 2, codenames: ubuntuReleases },
  raspbian: { packages: 'deb', codenames: debianReleases },
  echo: { packages: 'deb', osv: ['echo'] },
  alpine: { packages: 'apk', osv: ['alpine'], numbers: 2, codenames: { edge: 'edge' } },
  wolfi: { packages: 'apk', osv: ['wolfi'] },
  chainguard: { packages: 'apk', osv: ['chainguard'] },
  minimos: { packages: 'apk', osv: ['minimos'] },
  alpaquita: { packages: 'apk', osv: ['alpaquita'] },
  redhat: {
    packages: 'rpm',
    also: ['rhel'],
    osv: ['red hat'],
    tools: ['red hat enterprise linux', 'redhat enterprise linux'],
  },
  centos: { packages: 'rpm', tools: ['centos linux', 'centos stream'] },
  fedora: { packages: 'rpm', tools: ['fedora linux'], codenames: { rawhide: 'rawhide' } },
  rocky: { packages: 'rpm', also: ['rocky-linux', 'rockylinux'], osv: ['rocky linux'] },
  almalinux: { packages: 'rpm', also: ['alma'], osv: ['almalinux'] },
  amazon: { packages: 'rpm', also: ['amzn', 'amazonlinux'], tools: ['amazon linux'] },
  oracle: { packages: 'rpm', also: ['ol', 'oraclelinux'], tools: ['oracle linux', 'oracle linux server'] },
  suse: {
    packages: 'rpm',
    also: ['sles', 'sled', 'slem'],
    osv: ['suse'],
    numbers: 2,
    tools: ['suse linux enterprise server', 'suse linux enterprise micro', 'suse linux enterprise'],
  },
  opensuse: {
    packages: 'rpm',
    also: ['opensuse-leap', 'opensuse-tumbleweed', 'opensuse.leap', 'opensuse.tumbleweed'],
    osv: ['opensuse'],
    numbers: 2,
  },
  openeuler: { packages: 'rpm', osv: ['openeuler'], numbers: 2 },
  mageia: { packages: 'rpm', osv: ['mageia'] },
  photon: { packages: 'rpm', osv: ['photon os'] },
  azurelinux: { packages: 'rpm', also: ['azure-linux'], osv: ['azure linux'] },
  mariner: { packages: 'rpm', also: ['cbl-mariner'], tools: ['cbl mariner'] },
  arch: { packages: 'alpm', also: ['archlinux'], tools: ['arch linux'] },
} as const satisfies Readonly<Record<string, Distribution>>

/** A distribution, as a package URL names it. */
export interface NamedDistribution {
  ecosystem: string
  /** The namespace of its package URLs: `debian`, `redhat`. */
  namespace: string
  /** Its release: `12.5`; '' without one. */
  release: string
}

const distributionsByName: ReadonlyMap<string, Distribution> = new Map(
  Object.entries<Distribution>(distributions),
)

const distributionsByWord = new Map(
  [...distributionsByName]
    .flatMap(([name, { packages, also = [], osv = [], tools = [] }]) =>
      [name, ...also, ...osv, ...tools].map(
        (word) => [word, { ecosystem: packages, namespace: name }] as const,
      ),
    )
    .sort(([one], [other]) => other.length - one.length),
)

/** What a namespace of package URLs calls a distribution: `rhel` is `redhat`. A word for another one stays as it is. */
export const distributionOfNamespace = (namespace: string): string => {
  const word = namespace.trim().toLowerCase()
  return distributionsByWord.get(word)?.namespace ?? word
}

/**
 * The distribution that a tool or a package URL names: `Rocky Linux:9`, `debian 12.5`, the namespace `rhel`, the
 * qualifier `distro=alpine-3.18.4`. Null for other words.
 */
export function distributionOfName(word: string): NamedDistribution | null {
  const text = word.trim().toLowerCase()
  for (const [name, distribution] of distributionsByWord) {
    if (!text.startsWith(name)) continue
    const rest = text.slice(name.length)
    if (/^[a-z]/.test(rest)) continue
    return { ...distribution, release: releaseIn(rest, distribution.namespace) }
  }
  return null
}

/** Whether a title is that of a release: the name of a distribution, and a number directly after it. */
export function isReleaseTitle(title: string): boolean {
  const [, name = ''] = /^(\D*?)[\s:(v.-]*\d/.exec(title.trim().toLowerCase()) ?? []
  return distributionsByWord.has(name)
}

/** The release in the words after the name of a distribution: `12.5`, `:v3.18`, `-bookworm`, `linux enterprise server 15 sp5`. */
function releaseIn(words: string, namespace: string): string {
  const [, release, update] = /(\d+(?:\.\d+)*)(?:[- ]?sp(\d+))?/.exec(words) ?? []
  if (release !== undefined) return update === undefined ? release : `${release}.${update}`
  const codenames = distributionsByName.get(namespace)?.codenames ?? {}
  return Object.entries(codenames).find(([name]) => words.split(/[^a-z]+/).includes(name))?.[1] ?? ''
}

/**
 * The distribution and release that a qualifier `distro` names, of a package whose namespace may be known: a name with a
 * release, as `distributionOfName` reads it; the release alone, such as `3.18.4`, `v3.18` or `el9`; a word such as
 * `bookworm`. Null for other words.
 */
export function releaseOf(distro: string, namespace: string): NamedDistribution | null {
  const text = distro.trim().toLowerCase()
  const named = distributionOfName(text)
  if (named !== null) return named
  const tag = /^(?:v|(el|fc|amzn))?(\d+(?:[._]\d+)*)$/.exec(text)
  if (tag !== null) {
    const owner = tag[1] === 'fc' ? 'fedora' : namespace
    const ecosystem = distributionsByName.get(owner)?.packages
    const isRpms = tag[1] === undefined || ecosystem === 'rpm'
    if (ecosystem === undefined || !isRpms) return null
    return { ecosystem, namespace: owner, release: (tag[2] ?? '').replaceAll('_', '.') }
  }
  for (const [name, { packages, codenames = {} }] of distributionsByName)
    if ((namespace === '' || namespace === name) && Object.hasOwn(codenames, text))
      return { ecosystem: packages, namespace: name, release: releaseIn(text, name) }
  return null
}

/**
 * Whether a release of a distribution is another one, or an update of it: `12` has `12.5`, and `12.5` not `12`. A release of
 * Ubuntu, Alpine or SUSE has two numbers, so that `3` names none.
 */
export function hasRelease(namespace: string, release: string, other: string): boolean {
  if (release === other) return true
  const numbers = distributionsByName.get(namespace)?.numbers ?? 1
  return release.split('.').length >= numbers && other.startsWith(`${release}.`)
}
