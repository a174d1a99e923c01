import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticketFault, ticketName } from './ticket.ts'

describe('the ticket at a URL', () => {
  it('is called what its tracker calls it', () => {
    expect(ticketName('https://jira.example/browse/PLAT-2061')).toBe('PLAT-2061')
    expect(ticketName('https://git.example/acme/shop/issues/12/')).toBe('#12')
    expect(ticketName('https://jira.example')).toBe('')
    expect(ticketName('PLAT-2061')).toBe('')
  })

  it('must be of the web', () => {
    expect(ticketFault('https://jira.example/browse/A-1')).toBeUndefined()
    for (const wrong of ['', '  ', 'A-1', 'javascript:alert(1)', 'ftp://x/y']) {
      expect(ticketFault(wrong)).toBeTruthy()
    }
  })

  it('never breaks, whatever was pasted', () => {
    // Made of parts: a generator of whole URLs takes seconds where the machine is busy.
    const rest = fc.array(fc.oneof(fc.string(), fc.constantFrom('/', '?', '#', '%2F', '%zz', '\ud800')))
    const pasted = fc
      .tuple(fc.constantFrom('', 'https://jira.example/', 'http://[::1]:8/', 'ftp://x/', 'data:'), rest)
      .map(([start, parts]) => start + parts.join(''))
    fc.assert(
      fc.property(pasted, (text) => {
        expect(ticketName(text).length).toBeLessThanOrEqual(101)
        ticketFault(text)
      }),
    )
  })
})
