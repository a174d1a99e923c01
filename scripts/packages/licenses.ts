// Which licenses the packages of Gatehouse may have.
import parse from 'spdx-expression-parse'
import type { Locked } from './lock.ts'

/** Those of distributed packages: they ask for their own text alone, or for nothing. */
const forDistribution = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  // Of data: the lists of SPDX.
  'CC-BY-3.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Zlib',
])
/** Those of development tools, which are not distributed: their licenses bind who changes the tool. */
const forTools = new Set(['MPL-2.0', 'PSF-2.0'])

type Expression = ReturnType<typeof parse>

function holds(expression: Expression, isAllowed: (license: string) => boolean): boolean {
  if ('license' in expression) return isAllowed(expression.license)
  const sides = [expression.left, expression.right]
  const test = (side: Expression) => holds(side, isAllowed)
  return expression.conjunction === 'and' ? sides.every(test) : sides.some(test)
}

/** What is wrong with the license of a package, or undefined. `isDistributed`: its code reaches users of Gatehouse. */
export function licenseFault({ name, version, license }: Locked, isDistributed: boolean): string | undefined {
  const package_ = `${name} ${version}`
  if (license === null) return `${package_} names no license`
  const isAllowed = (id: string) => forDistribution.has(id) || (!isDistributed && forTools.has(id))
  try {
    return holds(parse(license), isAllowed) ? undefined : `${package_} stands under ${license}`
  } catch {
    return `${package_} stands under "${license}", which is no SPDX expression`
  }
}
