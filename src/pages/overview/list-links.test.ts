import { expect, it } from 'vitest'
import { listLinks } from './list-links.ts'

it('numbers of the period before open as many days before it', () => {
  const flow = (from: string, until: string) => {
    const links = listLinks('acme', {}, { from, until, since: `${from}T00:00:00Z` })
    return new URL(links.flowBefore('sast', 'fixed'), 'https://gatehouse.example').searchParams.get('flow')
  }
  expect(flow('2026-11-01', '2026-11-30')).toBe('fixed:2026-10-02..2026-10-31')
  expect(flow('2024-03-01', '2024-03-01')).toBe('fixed:2024-02-29..2024-02-29')
})
