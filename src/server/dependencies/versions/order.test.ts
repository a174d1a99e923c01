import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
  ['nuget', ['1.0-beta', '1.0', '1.0.1', '1.2', '1.10']],
  ['composer', ['v1.0.0', 'v1.2', '2.0.0']],
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
  ])('of %s does not read %j', (ecosystem, version) => {
    expect(versionOrder(ecosystem)(version)).toBeNull()
  })

  it('reads a bound that names only the beginning of a release', () => {
    expect([compare('npm', '3', '3.0.0'), compare('cargo', '4.17', '4.17.0')]).toEqual([0, 0])
  })

  it('never fails, and is the same from both sides and in between, whatever is in a version', () => {
    const version = fc.oneof(
      fc.string(),
      fc.stringMatching(/^v?\d{1,3}(\.\d{1,3}){0,3}([-.+](alpha|beta|rc|SNAPSHOT|dev|post)?\.?\d{0,2})?$/),
      fc.constantFrom(...ladders.flatMap(([, versions]) => versions)),
      fc
        .array(fc.constantFrom('.', '-', '0', '1', '10', 'a', 'rc', 'ga', 'sp', 'x', 'v'), { maxLength: 7 })
        .map((parts) => parts.join('')),
    )
    const ecosystem = fc.constantFrom('npm', 'gomod', 'pypi', 'maven', 'gem', 'nuget', '__proto__')
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
