import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { httpUrl } from '#lib/urls/http-url.ts'
import { advisoryLinks, readCwe, readOwasp } from './reference-links.ts'

describe('URLs from outside', () => {
  it('are live only for the web', () => {
    expect(httpUrl('https://example.com/a?b#L4')).toBe('https://example.com/a?b#L4')
    for (const bad of [
      'javascript:alert(1)',
      'data:text/html,x',
      '/relative',
      '//host',
      'mailto:a@b.c',
      '',
      null,
    ]) {
      expect(httpUrl(bad)).toBeUndefined()
    }
  })

  it('never lead anywhere but to the web, whatever the id says', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const links = [
          readCwe(text).href,
          readOwasp(text).href,
          ...advisoryLinks(text).map(({ href }) => href),
          httpUrl(text),
        ]
        for (const href of links) if (href) expect(href).toMatch(/^https?:\/\//)
      }),
    )
  })
})

describe('weaknesses and risks', () => {
  it('reads a CWE in each of its spellings', () => {
    for (const text of ['CWE-89: SQL Injection', 'cwe-089', 'CWE 89', 'CWE-89']) {
      expect(readCwe(text)).toMatchObject({
        id: 'CWE-89',
        href: 'https://cwe.mitre.org/data/definitions/89.html',
      })
    }
    expect(readCwe('CWE-89: SQL Injection').name).toBe('SQL Injection')
  })

  it('reads an OWASP risk with its edition', () => {
    expect(readOwasp('A03:2021 - Injection')).toEqual({
      id: 'OWASP A03:2021',
      name: 'Injection',
      href: 'https://owasp.org/Top10/A03_2021-Injection/',
    })
    expect(readOwasp('A1:2017').id).toBe('OWASP A01:2017')
    expect(readOwasp('A99:2021').href).toBe('https://owasp.org/www-project-top-ten/')
  })

  it('leaves what it does not know as it stands, without a link', () => {
    expect(readCwe('weakness <img>')).toEqual({ id: 'weakness <img>', name: undefined, href: undefined })
    expect(readOwasp('__proto__').href).toBeUndefined()
  })
})

describe('advisories', () => {
  it('are linked to who issued them, by the form of the id', () => {
    expect(advisoryLinks('CVE-2021-23337')[0]?.href).toBe('https://nvd.nist.gov/vuln/detail/CVE-2021-23337')
    expect(advisoryLinks('GHSA-35jh-r3h4-6jhm')[0]?.label).toBe('GitHub advisory')
    expect(advisoryLinks('PYSEC-2023-62')).toEqual([
      { label: 'OSV', href: 'https://osv.dev/vulnerability/PYSEC-2023-62' },
    ])
    expect(advisoryLinks('MAL-2024-1')).toHaveLength(1)
  })

  it('have no link where the id is none', () => {
    for (const id of [null, '', 'see notes', '../../etc', 'CVE']) expect(advisoryLinks(id)).toEqual([])
  })
})
