import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding } from '#api/dialects/dialects.ts'
import { readFinding } from '#api/dialects/dialects.ts'
import { type TicketFacts, templateFault, templateNames, ticketUrl } from '#features/ticket/template.ts'
import { ticketFacts } from './facts.ts'

const facts: TicketFacts = {
  title: 'SQL & more <img onerror>',
  rule: 'js.sqli',
  severity: 'high',
  project: 'acme/shop',
  path: 'src/a b.js',
  line: '12',
  url: 'https://gatehouse.example/d/acme/findings/code/7',
  ids: '7',
}
const tracker = 'https://tracker.example/new?title={title}&at={path}:{line}&link={url}&ids={ids}'

function finding(id: number, more: object = {}): Finding {
  const read = readFinding({
    id,
    rule_name: 'js.lang.sqli',
    severity: 'low',
    repository: { name: 'acme/shop' },
    location: { filePath: 'src/app.js', line: 4 },
    ...more,
  })
  if (!read) throw new Error('no finding')
  return read
}

describe('the URL of a new ticket', () => {
  it('carries what the finding says, each part escaped', () => {
    const { searchParams } = new URL(ticketUrl(tracker, facts) ?? '')
    expect(searchParams.get('title')).toBe(facts.title)
    expect(searchParams.get('at')).toBe('src/a b.js:12')
    expect(searchParams.get('link')).toBe(facts.url)
  })

  it('is one of the web, on the host that the template names', () => {
    for (const wrong of [
      '',
      'javascript:alert({ids})',
      'data:text/html,{title}',
      '/new?{title}',
      'ftp://x/{ids}',
    ]) {
      expect(ticketUrl(wrong, facts)).toBeUndefined()
    }
    expect(ticketUrl('https://{project}/new', { ...facts, project: 'evil.example' })).toBeUndefined()
    expect(ticketUrl('https://x.{project}.example/', facts)).toBeUndefined()
  })

  it('stays on its host and in its parts, whatever a scan sent', () => {
    const hostile = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('&a=1', '#x', '//evil', '\ud800'))
    const any = fc.record(Object.fromEntries(templateNames.map((name) => [name, hostile])))
    fc.assert(
      fc.property(any, (some) => {
        const all: TicketFacts = { ...facts, ...some }
        const address = new URL(ticketUrl(tracker, all) ?? '')
        expect(address.origin).toBe('https://tracker.example')
        expect([...address.searchParams.keys()]).toEqual(['title', 'at', 'link', 'ids'])
        expect(address.hash).toBe('')
      }),
    )
  })

  it('is told what is wrong with its template', () => {
    expect(templateFault(tracker)).toBeUndefined()
    expect(templateFault(' ')).toContain('Enter the URL')
    expect(templateFault('javascript:{title}')).toContain('http or https URL')
    expect(templateFault('https://{project}/x')).toContain('host')
    expect(templateFault('https://x.example/?a={titel}')).toContain('{titel}')
  })
})

describe('what a ticket says', () => {
  const base = 'https://gatehouse.example/d/acme/findings/code?open=7'

  it('of one finding is that finding', () => {
    expect(ticketFacts('acme', 'sast', [finding(7)], base)).toEqual({
      title: 'SQLI',
      rule: 'js.lang.sqli',
      severity: 'low',
      project: 'acme/shop',
      path: 'src/app.js',
      line: '4',
      url: 'https://gatehouse.example/d/acme/findings/code/7',
      ids: '7',
    })
  })

  it('of several is each thing once, with the worst severity and all ids', () => {
    const several = [finding(7), finding(8, { severity: 'critical' }), finding(9, { rule_name: 'js.xss' })]
    const said = ticketFacts('acme', 'sast', several, base)
    expect(said).toMatchObject({
      title: '3 findings: SQLI, XSS',
      rule: 'js.lang.sqli, js.xss',
      severity: 'critical',
      line: '',
      ids: '7, 8, 9',
    })
    expect(said.url.split('\n')).toHaveLength(3)
  })

  it('of very many stays short and says how many it leaves out', () => {
    const many = Array.from({ length: 3000 }, (_, id) => finding(id))
    const { ids, url } = ticketFacts('acme', 'sast', many, base)
    expect(ids).toMatch(/, and 2980 more$/)
    expect(url.length).toBeLessThan(2000)
  })
})
