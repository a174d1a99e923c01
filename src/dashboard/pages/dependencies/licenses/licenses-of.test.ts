import { expect, it } from 'vitest'
import { licensesOf } from './licenses-of.ts'

const counts = { count: 1, projects: 1, direct: 1, openFindings: 0 }
const of = (...versions: [string, ...string[]][]) =>
  licensesOf({ versions: versions.map(([version, ...licenses]) => ({ version, licenses, ...counts })) })

it('names the license once where all versions have it', () => {
  expect(of(['2.0.0', 'MIT'], ['1.0.0', 'MIT'])).toEqual(['MIT'])
  expect(of(['1.0.0', 'Apache-2.0', 'MIT'])).toEqual(['Apache-2.0', 'MIT'])
  expect(of(['1.0.0'])).toEqual([])
})

it('names each license with its versions where they differ', () => {
  expect(of(['2.0.0', 'GPL-3.0-only'], ['1.1.0', 'MIT'], ['1.0.0', 'MIT'], ['0.1.0'])).toEqual([
    'GPL-3.0-only (2.0.0)',
    'MIT (1.1.0, 1.0.0)',
    'Unknown (0.1.0)',
  ])
  expect(of(['4', 'MIT'], ['3', 'MIT'], ['2', 'MIT'], ['', 'ISC'])).toEqual([
    'MIT (3 versions)',
    'ISC (no version)',
  ])
})
