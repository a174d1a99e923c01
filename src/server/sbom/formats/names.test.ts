import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packageOf, purlOf } from '#server/base/purl.ts'
import { isExpression, licensesOf } from './licenses.ts'
import { SpdxLicenses } from './spdx-licenses.ts'

describe('package URLs', () => {
  it.each([
    ['npm', '@babel/core', '7.0.0', 'pkg:npm/%40babel/core@7.0.0'],
    ['pypi', 'Typing_Extensions', '4.1', 'pkg:pypi/typing-extensions@4.1'],
    ['gomod', 'github.com/go-chi/chi/v5', 'v5.0.1', 'pkg:golang/github.com/go-chi/chi/v5@v5.0.1'],
    ['maven', 'org.slf4j:slf4j-api', '2.0.9', 'pkg:maven/org.slf4j/slf4j-api@2.0.9'],
    ['composer', 'symfony/http-kernel', '6.4.0', 'pkg:composer/symfony/http-kernel@6.4.0'],
    ['cargo', 'serde', '1.0.0', 'pkg:cargo/serde@1.0.0'],
    ['gem', 'rails', '7.1.0', 'pkg:gem/rails@7.1.0'],
    ['nuget', 'Newtonsoft.Json', '13.0.1', 'pkg:nuget/Newtonsoft.Json@13.0.1'],
    ['unheard', 'of', '1', undefined],
    ['constructor', 'of/it', '1', undefined],
    ['__proto__', 'of', '1', undefined],
  ])('of %s %s', (ecosystem, name, version, purl) => {
    expect(purlOf(ecosystem, name, version)).toBe(purl)
  })

  it('of a type that is called like a part of each object name their package', () => {
    expect(packageOf('pkg:constructor/group/name@1')).toMatchObject({
      ecosystem: 'constructor',
      name: 'group/name',
    })
  })

  it('never fail, whatever the name', () => {
    const ecosystem = fc.constantFrom('npm', 'pypi', 'gomod', 'maven', 'swiftpm', 'pub', 'hex')
    const text = fc.string({ unit: 'binary' })
    fc.assert(fc.property(ecosystem, text, text, (kind, name, version) => void purlOf(kind, name, version)))
  })
})

describe('licenses', () => {
  it.each([
    'MIT OR Apache-2.0',
    '(MIT AND (BSD-3-Clause OR LicenseRef-own))',
    'GPL-2.0-only WITH Classpath-exception-2.0',
    'Apache-2.0+',
  ])('reads %s as an expression', (text) => expect(isExpression(text)).toBe(true))

  it.each(['', 'MIT OR', '(MIT', 'MIT Apache-2.0', 'Own AND MIT', 'MIT WITH', 'OR', ')('])(
    'reads "%s" as a name',
    (text) => expect(isExpression(text)).toBe(false),
  )

  it.each(['constructor', '__proto__', 'CONSTRUCTOR'])('writes %s as a name', (word) => {
    expect([...licensesOf([word])]).toMatchObject([{ name: word }])
    expect(new SpdxLicenses().declared([word])).toMatch(/^LicenseRef-/)
  })

  it('writes an expression alone, and by name beside others', () => {
    const kinds = (words: string[]) => [...licensesOf(words)].map((one) => one.constructor.name)
    expect(kinds(['MIT OR ISC'])).toEqual(['LicenseExpression'])
    expect(kinds(['mit', 'mit', ' '])).toEqual(['SpdxLicense'])
    expect(kinds(['MIT OR ISC', 'MIT'])).toEqual(['NamedLicense', 'SpdxLicense'])
  })
})
