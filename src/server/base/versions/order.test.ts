import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ecosystemNames } from '#contract/ecosystems.ts'
import { versionOrder } from './order.ts'

/** Below, equal or above (-1, 0, 1); null where the ecosystem cannot read one of them. */
function compare(ecosystem: string, one: string, other: string): number | null {
  const order = versionOrder(ecosystem)
  const [left, right] = [order(one), order(other)]
  return left && right ? left.compare(right) : null
}

/** From the oldest to the newest, as each ecosystem documents its order. */
const ladders: [ecosystem: string, versions: string[]][] = [
  [
    'npm',
    [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.2.0',
      '1.10.0',
    ],
  ],
  ['cargo', ['0.9.9', '0.10.0-rc.1', '0.10.0']],
  ['gomod', ['v0.0.0-20190101000000-abcdefabcdef', 'v0.1.0', 'v1.2.3', 'v2.0.0+incompatible']],
  [
    'pypi',
    [
      '1.0.dev456',
      '1.0a1',
      '1.0a2.dev456',
      '1.0a12',
      '1.0b1',
      '1.0rc1',
      '1.0',
      '1.0.post456',
      '1.1.dev1',
      '1.1',
      '1!0.1',
    ],
  ],
  [
    'maven',
    [
      '1.0-alpha-1',
      '1.0-beta-1',
      '1.0-milestone-1',
      '1.0-rc-1',
      '1.0-SNAPSHOT',
      '1.0',
      '1.0-sp',
      '1.0-whatever',
      '1.0-1',
      '1.0.1',
      '1.2',
      '1.10',
    ],
  ],
  ['maven', ['1.0.b2', '1.0', '1.0-sp', '1.0.1']],
  ['maven', ['0-beta', 'rc', '0', 'sp', '0-sp.1', '0-1', '1']],
  ['maven', ['2.0.0.Alpha1', '2.0.0.Beta4', '2.0.0.CR1', '2.0.0.Final', '2.0.1.Final']],
  ['gem', ['1.0.a', '1.0.b2', '1.0', '1.0.1.pre', '1.0.1', '1.9', '1.10']],
  ['gem', ['1.0-rc1', '1.0', '1.15.4-x86_64-linux', '1.15.5-arm64-darwin-22', '1.15.6-java', '1.15.7.rc1']],
  ['gem', ['99999999999999999998', '99999999999999999999', '99999999999999999999.1']],
  ['nuget', ['1.0-beta', '1.0', '1.0.1', '1.2', '1.10']],
  [
    'nuget',
    [
      '6.0.0-1',
      '6.0.0-2',
      '6.0.0-ALPHA',
      '6.0.0-beta',
      '6.0.0-Beta.2',
      '6.0.0-beta.11',
      '6.0.0',
      '6.0.0.1-rc',
      '6.0.0.1',
      '6.0.1',
      '99999999999999999999',
    ],
  ],
  [
    'composer',
    [
      'dev-main',
      '1.0.0-dev',
      '1.0.0-alpha1',
      '1.0.0-a2',
      '1.0.0beta',
      '1.0.0-RC1',
      '1.0.0.rc2',
      'v1.0.0',
      '1.0.0-patch1',
      '1.0.0-pl2',
      '1.0.1-dev',
      'v1.2',
      '1.2.x-dev',
      '1.10',
      '1.x-dev',
      '2.0.0',
      '20230401',
    ],
  ],
  ['composer', ['3.1.0', '3.1.0.post1', '3.1.0.post2', '3.1.1']],
  [
    'deb',
    [
      '1.0~~',
      '1.0~beta1',
      '1.0~beta1+git2',
      '1.0',
      '1.0-0ubuntu1',
      '1.0-1~bpo12+1',
      '1.0-1',
      '1.0-1ubuntu1',
      '1.0-1+b1',
      '1.0-1+deb12u1',
      '1.0-1.1',
      '1.0-10',
      '1.0a',
      '1.0+dfsg-1',
      '1.0.1',
      '1.10',
      '1:0.9-1',
      '2:0.1',
    ],
  ],
  [
    'rpm',
    [
      '1.0~rc1',
      '1.0~rc1^git2',
      '1.0',
      '1.0-1.el8',
      '1.0-1.el9',
      '1.0-1.el9_3',
      '1.0-2',
      '1.0-10',
      '1.0^',
      '1.0^git1~pre',
      '1.0^git1',
      '1.0.a',
      '1.0.a1',
      '1.0.1',
      '1.0.10',
      '1:0.9',
      '2:0.1-1',
    ],
  ],
  [
    'apk',
    [
      '1.2_alpha',
      '1.2_alpha2',
      '1.2_beta',
      '1.2_pre20230101',
      '1.2_rc1',
      '1.2_rc1-r3',
      '1.2',
      '1.2-r0',
      '1.2-r9',
      '1.2-r10',
      '1.2_git20230101',
      '1.2_p1',
      '1.2_p1-r1',
      '1.2_p1_p2',
      '1.2a',
      '1.2b-r1',
      '1.2.0',
      '1.2.01',
      '1.2.1',
      '1.10',
      '2.0x1',
      '2.0x',
    ],
  ],
  [
    'pub',
    [
      '1.0.0-pre',
      '1.0.0-pre+build',
      '1.0.0',
      '1.0.0+1',
      '1.0.0+2',
      '1.0.0+hotfix',
      '1.0.0+hotfix.2',
      '1.0.1',
    ],
  ],
  ['hex', ['1.7.0-rc.0', '1.7.0', '1.7.1', '99999999999999999998.0.0', '99999999999999999999.0.0']],
  ['swiftpm', ['5.0.0-beta.1', '5.0.0', 'v5.0.1', '5.1']],
  ['gomod', ['1.20rc2', 'go1.20', 'go1.20.14', 'go1.21rc1', 'go1.21rc10', 'go1.21.4', 'go1.21.10', 'go1.22']],
  [
    'gomod',
    ['v1.2.3-0.20230101000000-abcdefabcdef', 'v1.2.3-rc.1', 'v1.2.3', 'v1.2.4-0.20230101000000-abcdefabcdef'],
  ],
  [
    'conan',
    ['1.0-alpha', '1.0', '1.0+1', '1.0+2', '1.0.a', '1.1', '1.1.1b', '1.10', 'cci.20230101', 'cci.20230201'],
  ],
  ['hackage', ['1', '1.0', '1.0.0', '1.0.1', '1.2', '1.10']],
  ['cran', ['0.75', '1.0', '1.0-0', '1.0-1', '1.0.2', '1.1-0']],
]

describe('the order of versions', () => {
  it.each(ladders)('of %s is %j', (ecosystem, versions) => {
    for (const [at, one] of versions.entries()) {
      for (const [place, other] of versions.entries()) {
        expect([one, other, compare(ecosystem, one, other)]).toEqual([one, other, Math.sign(at - place)])
      }
    }
  })

  it.each([
    ['npm', '1.0.0', '1.0.0+build.5'],
    ['gomod', 'v1.2.3', '1.2.3'],
    ['pypi', '1.0', '1.0.0'],
    ['pypi', '1.0-RC.1', '1.0rc1'],
    ['maven', '1', '1.0.0'],
    ['maven', '1.0-ga', '1.0'],
    ['maven', '1-a1', '1-alpha-1'],
    ['maven', '1.0.RELEASE', '1.0'],
    ['gem', '1.0', '1.0.0'],
    ['nuget', '1.0', '1.0.0.0'],
    ['nuget', '1.0.0-Beta+one', '1.0.0-beta+two'],
    ['nuget', '5.7.0', '5.7.0+b2718'],
    ['gem', '1.15.4', '1.15.4-java'],
    ['gem', '3.1.0', '3.1.0-x64-mingw-ucrt'],
    ['composer', 'v1.2', '1.2.0.0'],
    ['composer', '1.0.0', '1.0.0+build'],
    ['composer', '1.0.0-patch1', '1.0.0.pl1'],
    ['composer', '2023.04.01', '2023.4.1'],
    ['deb', '1.0', '0:1.0-0'],
    ['deb', '1.001-1', '1.1-01'],
    ['rpm', '1.0', '0:1.0'],
    ['rpm', '1.05_2', '1.5.2'],
    ['apk', '1.2-r', '1.2-r0'],
    ['hex', '1.7.0', '1.7.0+build.5'],
    ['swiftpm', '1.0', '1.0.0'],
    ['gomod', 'go1.21', '1.21.0'],
    ['gomod', 'go1.21.4-custom', '1.21.4'],
    ['gomod', 'go1.21.4 X:boringcrypto', '1.21.4'],
    ['conan', '1', '1.0.0'],
    ['cran', '1.0-2', '1.0.2'],
  ])('takes %s %s and %s for the same', (ecosystem, one, other) => {
    expect(compare(ecosystem, one, other)).toBe(0)
  })

  it.each([
    ['npm', 'latest'],
    ['npm', '1.2.3.4'],
    ['pypi', 'master'],
    ['gem', 'one'],
    ['maven', ''],
    ['nuget', 'unknown'],
    ['nuget', '1.2.3.4.5'],
    ['cargo', '01.2.3'],
    ['composer', 'latest'],
    ['gomod', '(devel)'],
    ['deb', 'unstable'],
    ['deb', '1.0 2.0'],
    ['rpm', ''],
    ['apk', 'edge'],
    ['hackage', '1.0-alpha.x'],
    ['cran', '1.0.rc'],
    ['generic', '1.0.0'],
    ['conda', '1.0.0'],
    ['unheard', '1'],
  ])('of %s does not read %j', (ecosystem, version) => {
    expect(versionOrder(ecosystem)(version)).toBeNull()
  })

  it('reads a bound that names only the beginning of a release', () => {
    expect([compare('npm', '3', '3.0.0'), compare('cargo', '4.17', '4.17.0')]).toEqual([0, 0])
  })

  it.each([
    ['deb', 'debian', '2:9.0', '8.4.0'],
    ['rpm', 'Rocky Linux:9', '1:9.0', '9.1'],
    ['apk', 'Alpine:v3.18', '1.36.1-r0', '1.36.1'],
  ])('of %s is that of %s', (ecosystem, name, one, other) => {
    expect([compare(ecosystem, one, other), compare(name, one, other)]).toEqual([1, 1])
  })

  it('of an ecosystem that is not said is that of plain numbers, on which all agree', () => {
    const order = versionOrder(undefined)
    const [one, other] = [order('1.9.0'), order('1.10')]
    expect(one && other && one.compare(other)).toBe(-1)
    expect([order('1.0-rc1'), order('v1'), order('1.0a')]).toEqual([null, null, null])
  })

  it('never fails, and is the same from both sides and in between, whatever is in a version', () => {
    const version = fc.oneof(
      fc.string(),
      fc.stringMatching(/^v?\d{1,3}(\.\d{1,3}){0,3}([-.+](alpha|beta|rc|SNAPSHOT|dev|post)?\.?\d{0,2})?$/),
      fc.constantFrom(...ladders.flatMap(([, versions]) => versions)),
      fc
        .array(
          fc.constantFrom(
            '.',
            '-',
            '0',
            '1',
            '10',
            'a',
            'rc',
            'ga',
            'x',
            'v',
            '~',
            '^',
            '+',
            '_',
            'p',
            ':',
            '-r',
          ),
          { maxLength: 7 },
        )
        .map((parts) => parts.join('')),
    )
    const ecosystem = fc.constantFrom(...ecosystemNames, '__proto__')
    fc.assert(
      fc.property(ecosystem, version, version, version, (one, a, b, c) => {
        const [ab, ba, bc, ac] = [
          compare(one, a, b),
          compare(one, b, a),
          compare(one, b, c),
          compare(one, a, c),
        ]
        if (ab === null || ba === null) return
        expect(ab + ba).toBe(0)
        if (bc !== null && ab <= 0 && bc <= 0) expect(ac).toBeLessThanOrEqual(0)
      }),
      { numRuns: 3000 },
    )
  })
})
