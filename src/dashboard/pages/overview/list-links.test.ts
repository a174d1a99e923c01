import { describe, expect, it } from 'vitest'
import { listLinks } from './list-links.ts'

const period = { from: '2026-01-01', until: '2026-01-30', since: '2026-01-01T00:00:00.000Z' }

/** The path of a link, and its filter as the URL has it. */
const read = (link: string) => {
  const { pathname, searchParams } = new URL(link, 'https://gatehouse.example')
  return [pathname, Object.fromEntries(searchParams)]
}

// The service's `overview/lists.test.ts` compares the numbers with the lists of these filters.
describe('the links of an overview', () => {
  it('open the findings of a median: the open ones of a severity, or those fixed in the period', () => {
    const links = listLinks('acme', {}, period)
    const filter = { primary_ref: 'true', rule_disabled: 'false', severities: 'high' }
    expect(read(links.open('sast', { severities: ['high'] }))).toEqual([
      '/d/acme/findings/code',
      { ...filter, status: 'open,reviewing,fixing' },
    ])
    expect(read(links.flow('sast', ['fixed'], undefined, { severities: ['high'] }))).toEqual([
      '/d/acme/findings/code',
      { ...filter, flow: 'fixed:2026-01-01..2026-01-30' },
    ])
  })

  it('open what came and what went, of a severity that may be another one now', () => {
    const links = listLinks('acme', {}, period)
    const filter = { primary_ref: 'true', rule_disabled: 'false' }
    expect(read(links.standing('sast', 'added'))).toEqual([
      '/d/acme/findings/code',
      { ...filter, flow: 'added:2026-01-01..2026-01-30' },
    ])
    expect(read(links.standing('sast', 'gone', { severity: 'high' }))).toEqual([
      '/d/acme/findings/code',
      { ...filter, flow: 'gone:2026-01-01..2026-01-30:high' },
    ])
  })

  it('open the projects by their last scan, of all or of a tag', () => {
    const [all, tagged] = [listLinks('acme', {}, period), listLinks('acme', { tag: 'pci' }, period)]
    expect(read(all.projects())).toEqual(['/d/acme/projects', {}])
    for (const lastScan of ['older_than:30', 'never', 'failed']) {
      expect(read(all.projects(lastScan))).toEqual(['/d/acme/projects', { last_scan: lastScan }])
      expect(read(tagged.projects(lastScan))).toEqual([
        '/d/acme/projects',
        { project_tags: 'pci', last_scan: lastScan },
      ])
    }
  })

  it('open the pull requests of a verdict from when the period begins', () => {
    const links = listLinks('acme', { project: 'acme/shop' }, period)
    const filter = { gate: 'fail', gate_since: period.since, 'repos[]': 'acme/shop' }
    expect(read(links.scans('fail'))).toEqual(['/d/acme/scans', filter])
  })
})

it('numbers of the period before open as many days before it', () => {
  const flow = (from: string, until: string) => {
    const links = listLinks('acme', {}, { from, until, since: `${from}T00:00:00Z` })
    return new URL(links.flowBefore('sast', 'fixed'), 'https://gatehouse.example').searchParams.get('flow')
  }
  expect(flow('2026-11-01', '2026-11-30')).toBe('fixed:2026-10-02..2026-10-31')
  expect(flow('2024-03-01', '2024-03-01')).toBe('fixed:2024-02-29..2024-02-29')
})
