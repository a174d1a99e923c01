// The licenses that packages of Gatehouse may have.
import parse from 'spdx-expression-parse'
import type { Locked } from './lock.ts'

/** The licenses of distributed packages: they require only their own text, or nothing. */
const forDistribution = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  // For data: the lists of SPDX.
  'CC-BY-3.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Zlib',
])
/** The licenses of development tools, which are not distributed: they only apply to changes of the tool. */
const forTools = new Set(['MPL-2.0', 'PSF-2.0'])

type Expression = ReturnType<typeof parse>

function holds(expression: Expression, isAllowed: (license: string) => boolean): boolean {
  if ('license' in expression) return isAllowed(expression.license)
  const sides = [expression.left, expression.right]
  const test = (side: Expression) => holds(side, isAllowed)
  return expression.conjunction === 'and' ? sides.every(test) : sides.some(test)
}

/**
 * Returns the violation of a package's license, or undefined. `isDistributed`: its code is distributed with Gatehouse.
 */
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
