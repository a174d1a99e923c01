// Which licences the packages of Gatehouse may have.
import parse from 'spdx-expression-parse'
import type { Locked } from './lock.ts'

/** Those of what is handed on: they ask for their own text alone, or for nothing. */
const handedOn = new Set([
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
/** Those of tools, which stay where Gatehouse is made, besides: theirs bind who changes the tool. */
const ofTools = new Set(['MPL-2.0', 'PSF-2.0'])

type Expression = ReturnType<typeof parse>

function holds(expression: Expression, isAllowed: (licence: string) => boolean): boolean {
  if ('license' in expression) return isAllowed(expression.license)
  const sides = [expression.left, expression.right]
  const test = (side: Expression) => holds(side, isAllowed)
  return expression.conjunction === 'and' ? sides.every(test) : sides.some(test)
}

/** What is wrong with the licence of a package, or undefined. `isHandedOn`: its code reaches who uses Gatehouse. */
export function licenceFault({ name, version, licence }: Locked, isHandedOn: boolean): string | undefined {
  const package_ = `${name} ${version}`
  if (licence === null) return `${package_} names no licence`
  const isAllowed = (id: string) => handedOn.has(id) || (!isHandedOn && ofTools.has(id))
  try {
    return holds(parse(licence), isAllowed) ? undefined : `${package_} stands under ${licence}`
  } catch {
    return `${package_} stands under "${licence}", which is no SPDX expression`
  }
}
