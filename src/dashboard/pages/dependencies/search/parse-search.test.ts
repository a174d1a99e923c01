import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { dependencyFilter } from '#contract/details/dependencies.ts'
import {
  containing,
  isExactByVersion,
  parseSearch,
  termText,
  withContainedNames,
  withExactName,
} from './parse-search.ts'

const filters = (text: string) => parseSearch(text).terms.map(({ filter }) => filter)

describe('what is requested', () => {
  it.each([
    ['lodash', [{ name: 'lodash' }]],
    ['lodash <4.17.21', [{ name: 'lodash', exactNameMatch: true, versionUpperBound: '<4.17.21' }]],
    ['lodash<4.17.21', [{ name: 'lodash', exactNameMatch: true, versionUpperBound: '<4.17.21' }]],
    ['lodash < 4.17.21', [{ name: 'lodash', exactNameMatch: true, versionUpperBound: '<4.17.21' }]],
    ['lodash ≤4', [{ name: 'lodash', exactNameMatch: true, versionUpperBound: '<=4' }]],
    [
      '@scope/name >=2 <3',
      [{ name: '@scope/name', exactNameMatch: true, versionLowerBound: '>=2', versionUpperBound: '<3' }],
    ],
    ['"lodash"', [{ name: 'lodash', exactNameMatch: true }]],
    ['"one, two" >1', [{ name: 'one, two', exactNameMatch: true, versionLowerBound: '>1' }]],
    ['lodash@4.17.20', [{ name: 'lodash', exactNameMatch: true, exactVersion: '4.17.20' }]],
    ['@a/b@1.0.0-rc.1+5', [{ name: '@a/b', exactNameMatch: true, exactVersion: '1.0.0-rc.1+5' }]],
    ['"lodash"@4.17.20', [{ name: 'lodash', exactNameMatch: true, exactVersion: '4.17.20' }]],
    ['lodash 4.17.20', [{ name: 'lodash', exactNameMatch: true, exactVersion: '4.17.20' }]],
    ['lodash =4.17.20', [{ name: 'lodash', exactNameMatch: true, exactVersion: '4.17.20' }]],
    ['requests==2.31.0', [{ name: 'requests', exactNameMatch: true, exactVersion: '2.31.0' }]],
    ['example.com/mod v1.2.3', [{ name: 'example.com/mod', exactNameMatch: true, exactVersion: 'v1.2.3' }]],
    ['npm:lodash', [{ name: 'lodash', ecosystem: 'npm' }]],
    [
      'PyPI:requests >=2,<3',
      [
        {
          name: 'requests',
          exactNameMatch: true,
          ecosystem: 'pypi',
          versionLowerBound: '>=2',
          versionUpperBound: '<3',
        },
      ],
    ],
    ['npm:"@a/b"', [{ name: '@a/b', exactNameMatch: true, ecosystem: 'npm' }]],
    ['golang:example.com/mod', [{ name: 'example.com/mod', ecosystem: 'gomod' }]],
    [
      'org.apache.logging.log4j:log4j-core <2.17',
      [{ name: 'org.apache.logging.log4j:log4j-core', exactNameMatch: true, versionUpperBound: '<2.17' }],
    ],
    [
      'pkg:npm/%40scope/name@1.2.3',
      [{ name: '@scope/name', exactNameMatch: true, exactVersion: '1.2.3', ecosystem: 'npm' }],
    ],
    [
      'pkg:maven/org.apache/log4j@2.1?type=jar',
      [{ name: 'org.apache:log4j', exactNameMatch: true, exactVersion: '2.1', ecosystem: 'maven' }],
    ],
    [
      'pkg:npm/lodash <4',
      [{ name: 'lodash', exactNameMatch: true, ecosystem: 'npm', versionUpperBound: '<4' }],
    ],
    [
      'pkg:deb/ubuntu/adduser@3.118ubuntu5?arch=all',
      [{ name: 'adduser', exactNameMatch: true, exactVersion: '3.118ubuntu5', ecosystem: 'deb' }],
    ],
    [
      'pkg:rpm/redhat/openssl@3.0.7-1.el9?epoch=1',
      [{ name: 'openssl', exactNameMatch: true, exactVersion: '1:3.0.7-1.el9', ecosystem: 'rpm' }],
    ],
    ['openssl <1:3.0.7', [{ name: 'openssl', exactNameMatch: true, versionUpperBound: '<1:3.0.7' }]],
    [
      'pkg:constructor/group/part@1',
      [{ name: 'group/part', exactNameMatch: true, exactVersion: '1', ecosystem: 'constructor' }],
    ],
    [
      'lodash <4; react\nvue@2',
      [
        { name: 'lodash', exactNameMatch: true, versionUpperBound: '<4' },
        { name: 'react' },
        { name: 'vue', exactNameMatch: true, exactVersion: '2' },
      ],
    ],
    ['*lodash* <4.17.21', [{ name: 'lodash', versionUpperBound: '<4.17.21' }]],
    ['npm:*lodash*@4.17.20', [{ name: 'lodash', exactVersion: '4.17.20', ecosystem: 'npm' }]],
    ['*lodash*', [{ name: 'lodash' }]],
    ['lodash*>=4', [{ name: 'lodash', versionLowerBound: '>=4' }]],
    ['**', []],
    ['<img onerror=alert(1)>', []],
    [' , ;\n', []],
  ])('reads %j', (text, expected) => {
    expect(filters(text)).toEqual(expected)
  })

  it.each([
    ['lodash >1 >=2', 'there is already a lower bound, “>1”'],
    ['lodash <1 <2', 'there is already an upper bound'],
    ['lodash <', 'a version after “<”'],
    ['lodash@', 'a version after “@”'],
    ['<4.17.21', 'a package before “<4.17.21”'],
    ['lodash ^4.17', '“^4.17” is not supported'],
    ['lodash@^4', '“^4” is not supported'],
    ['lodash != 4', '“!= 4” is not supported'],
    ['requests ~=2.1', 'is not supported'],
    ['lodash react', '“react” is not a version'],
    ['lodash 1 <2', 'not both'],
    ['lodash >1 =2', 'not both'],
    ['"lodash', 'is not closed'],
    ['""', 'is not a package name'],
    ['** <2', 'is not a package name'],
    ['pkg:nothing', 'is not a valid package URL'],
    ['pkg:npm/', 'is not a valid package URL'],
    [Array.from({ length: 101 }, (_, at) => `p${at}`).join(','), 'Only the first 100 of 101 packages'],
    ['x'.repeat(501), 'too long for a name'],
    [`x <${'1'.repeat(500)}`, 'too long for a version'],
  ])('says of %j what it could not read', (text, sentence) => {
    expect(parseSearch(text).faults.join(' ')).toContain(sentence)
  })

  it('keeps what it could read beside what it could not', () => {
    expect(filters('lodash <, react 17')).toEqual([
      { name: 'lodash' },
      { name: 'react', exactNameMatch: true, exactVersion: '17' },
    ])
    expect(filters('lodash >1 >=2')).toEqual([
      { name: 'lodash', exactNameMatch: true, versionLowerBound: '>1' },
    ])
  })
})

const pieces = fc.constantFrom(
  ...'lodash,*lodash*,*,@a/b,"x y",<,<=,>,>=,=,==,≤,4.17.21,v1,1.0.0-rc.1,npm:,pypi:,pkg:npm/%40a/b@1,@,^1,~=2,!=,",;,\n, ,é,|'.split(
    ',',
  ),
  ',',
)
const asked = fc.oneof(
  fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 80 }),
)

describe('whatever is typed', () => {
  it('is read without a failure into what the contract takes', () => {
    fc.assert(
      fc.property(asked, (text) => {
        const { terms, faults } = parseSearch(text)
        const filter = { packageFilters: terms.map(({ filter }) => filter) }
        expect(z.safeParse(dependencyFilter, filter).success).toBe(true)
        // Nothing is left out in silence.
        if (terms.length === 0 && text.replace(/[\s,;]/g, '') !== '') expect(faults).not.toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('asks for the same with a name made exact, but for that', () => {
    fc.assert(
      fc.property(asked, (text) => {
        const { terms } = parseSearch(text)
        for (const [at, term] of terms.entries()) {
          if (!term.nameAt) continue
          const after = parseSearch(withExactName(text, term))
          const expected = terms.map(({ filter }, index) =>
            index === at ? { ...filter, exactNameMatch: true } : filter,
          )
          expect(after.terms.map(({ filter }) => filter)).toEqual(expected)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('asks for the same with names that may be a part, but for that', () => {
    fc.assert(
      fc.property(asked, (text) => {
        const { terms } = parseSearch(text)
        const expected = terms.map((term) => (isExactByVersion(term) ? containing(term) : term.filter))
        const after = parseSearch(withContainedNames(text, terms))
        expect(after.terms.map(({ filter }) => filter)).toEqual(expected)
      }),
      { numRuns: 2000 },
    )
  })
})

it('says how it was read', () => {
  const words = (text: string) => parseSearch(text).terms.map(termText)
  expect(words('lodash <4.17.21, "react" >=16 <=17, *vue* 2, svelte')).toEqual([
    { name: 'name is exactly', version: 'below 4.17.21' },
    { name: 'name is exactly', version: 'from 16 and up to 17' },
    { name: 'name contains', version: '2' },
    { name: 'name contains', version: undefined },
  ])
})
