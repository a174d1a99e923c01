import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exactFilter, exactSearch } from './keys.ts'
import { parseSearch } from './search/parse-search.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  fc.constantFrom('@scope/name', 'org.a:b', 'a, b; c', '<img onerror>'),
)

it('asks for exactly what it names, or for nothing', () => {
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('npm', 'gomod', 'deb', ''),
      fc.option(text, { nil: undefined }),
      (name, ecosystem, version) => {
        const asked = exactSearch({ name, ecosystem }, version)
        if (!asked) return
        const { terms, faults } = parseSearch(asked.q)
        expect(faults).toEqual([])
        expect(terms).toHaveLength(1)
        const { ecosystem: read = asked.ecosystem?.[0] ?? '', ...rest } = terms[0]?.filter ?? { name: '' }
        expect(read).toBe(ecosystem)
        expect(rest).toEqual({
          name,
          exactNameMatch: true,
          ...(version === undefined ? {} : { exactVersion: version }),
        })
      },
    ),
    { numRuns: 1000 },
  )
})

it('narrows to one version, also where none is known', () => {
  const lodash = { ecosystem: 'npm', name: 'lodash' }
  expect(exactFilter({ license: ['MIT'], packageFilters: [{ name: 'lod' }] }, lodash, '4.17.20')).toEqual({
    license: ['MIT'],
    packageFilters: [{ name: 'lodash', exactNameMatch: true, ecosystem: 'npm', exactVersion: '4.17.20' }],
  })
  expect(exactFilter({}, lodash, '')).toEqual({
    packageFilters: [{ name: 'lodash', exactNameMatch: true, ecosystem: 'npm' }],
    missing: ['version'],
  })
})
