import { describe, expect, it } from 'vitest'
import { distributionOfName } from './distributions.ts'
import {
  comparableName,
  ecosystemOfName,
  ecosystemOfPurlType,
  ecosystemOfSearch,
  ecosystemOfWord,
  isDistributed,
  namespaceDivider,
  purlTypeOf,
  versionSchemeOf,
} from './ecosystems.ts'

describe('the names of ecosystems', () => {
  it.each([
    ['OSV', 'Packagist:https://packages.drupal.org/8', 'composer'],
    ['OSV', 'ConanCenter', 'conan'],
    ['OSV', 'SwiftURL', 'swiftpm'],
    ['OSV', 'Debian:12', 'deb'],
    ['OSV', 'Ubuntu:Pro:18.04:LTS', 'deb'],
    ['OSV', 'Alpine:v3.18', 'apk'],
    ['OSV', 'Rocky Linux:9', 'rpm'],
    ['OSV', 'Red Hat:enterprise_linux:9::appstream', 'rpm'],
    ['GitLab', 'debian 12.5', 'deb'],
    ['GitLab', 'setuptools', 'pypi'],
    ['Trivy', 'gobinary', 'gomod'],
    ['Trivy', 'opensuse-leap', 'rpm'],
    ['Grype', 'dart-pub', 'pub'],
    ['Grype', 'dpkg', 'deb'],
    ['SARIF', 'golangdep', 'gomod'],
    ['SARIF', ' Java-Archive ', 'maven'],
  ])('of %s: %s is %s', (_tool, name, ecosystem) => {
    expect(ecosystemOfName(name)).toBe(ecosystem)
  })

  it.each(['', 'unheard', 'debianish', 'constructor', 'olive', 'suselike 3'])('%j is none', (name) => {
    expect(ecosystemOfName(name)).toBeNull()
  })

  it('tells which spellings are one name', () => {
    const same = (ecosystem: string | null, one: string, other: string) =>
      comparableName(ecosystem, one) === comparableName(ecosystem, other)
    expect(same('pypi', 'Form._Field', 'form-field')).toBe(true)
    expect(same('cargo', 'form_field', 'Form-Field')).toBe(true)
    for (const ecosystem of ['composer', 'nuget', 'hex', 'pub', 'swiftpm', 'github', 'gomod', 'deb', 'apk'])
      expect([ecosystem, same(ecosystem, 'Form', 'form'), same(ecosystem, 'form.a', 'form-a')]).toEqual([
        ecosystem,
        true,
        false,
      ])
    for (const ecosystem of ['npm', 'maven', 'gem', 'cran', 'hackage', 'cocoapods', 'rpm', 'generic', null])
      expect([ecosystem, same(ecosystem, 'Form', 'form')]).toEqual([ecosystem, false])
  })

  it('a word is a whole name, since it may be that of a file', () => {
    expect([ecosystemOfWord('Node.js'), ecosystemOfWord('centos-notes.txt')]).toEqual(['npm', null])
  })

  it('a search names an ecosystem as its registry does, and not as tools do', () => {
    const words = ['crates', 'RubyGems', 'golang', 'deb', 'java', 'gradle']
    expect(words.map(ecosystemOfSearch)).toEqual(['cargo', 'gem', 'gomod', 'deb', null, null])
  })

  it('a package URL has the type of its ecosystem', () => {
    expect(['golang', 'swift', 'alpine', 'oci'].map(ecosystemOfPurlType)).toEqual([
      'gomod',
      'swiftpm',
      'apk',
      null,
    ])
    expect(['gomod', 'swiftpm', 'apk', 'oci'].map(purlTypeOf)).toEqual(['golang', 'swift', 'apk', null])
  })

  it('a namespace is part of the name, except a distribution', () => {
    expect(['maven', 'hex', 'rpm', 'pypi'].map(namespaceDivider)).toEqual([':', '/', null, null])
    expect(['deb', 'rpm', 'apk', 'alpm', 'npm'].map(isDistributed)).toEqual([true, true, true, true, false])
  })

  it('an order is known by any name of the ecosystem', () => {
    expect(['npm', 'deb', 'debian', 'Rocky Linux:9', 'conda', 'oci'].map(versionSchemeOf)).toEqual([
      'semver',
      'deb',
      'deb',
      'rpm',
      null,
      null,
    ])
  })
})

describe('the names of distributions', () => {
  it.each([
    ['Debian:12', 'deb', 'debian', '12'],
    ['debian-12.5', 'deb', 'debian', '12.5'],
    ['Ubuntu:22.04:LTS', 'deb', 'ubuntu', '22.04'],
    ['Alpine:v3.18', 'apk', 'alpine', '3.18'],
    ['alpine 3.18.4', 'apk', 'alpine', '3.18.4'],
    ['Rocky Linux:9', 'rpm', 'rocky', '9'],
    ['rocky-9.3', 'rpm', 'rocky', '9.3'],
    ['Red Hat:enterprise_linux:9::baseos', 'rpm', 'redhat', '9'],
    ['rhel-8.10', 'rpm', 'redhat', '8.10'],
    ['red hat enterprise linux 8.10', 'rpm', 'redhat', '8.10'],
    ['ol-8.9', 'rpm', 'oracle', '8.9'],
    ['amzn-2', 'rpm', 'amazon', '2'],
    ['openSUSE:Leap 15.5', 'rpm', 'opensuse', '15.5'],
    ['opensuse.leap', 'rpm', 'opensuse', ''],
    ['SUSE:Linux Enterprise Server 15 SP5', 'rpm', 'suse', '15.5'],
    ['debian-bookworm', 'deb', 'debian', '12'],
    ['Debian:sid', 'deb', 'debian', 'sid'],
    ['Alpine:edge', 'apk', 'alpine', 'edge'],
    ['Wolfi', 'apk', 'wolfi', ''],
  ])('%s is %s of %s, release %j', (name, ecosystem, namespace, release) => {
    expect(distributionOfName(name)).toEqual({ ecosystem, namespace, release })
  })

  it.each(['bookworm', 'npm', '', 'fedorable', 'alpinelinux'])('%j is none', (name) => {
    expect(distributionOfName(name)).toBeNull()
  })
})
