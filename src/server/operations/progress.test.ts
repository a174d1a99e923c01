import { expect, it } from 'vitest'
import { escapeLine } from './command.ts'
import { createProgress } from './progress.ts'

it('shows one line on a terminal, cut to its width and free of control characters, and none elsewhere', () => {
  const written: string[] = []
  const write = (text: string) => written.push(text)
  const terminal = createProgress({ isTTY: true, columns: 20, write })
  terminal.show('Sending \u001b[31ma.json')
  terminal.clear()
  expect(written).toEqual(['\r\u001b[2KSending [U+001B][31', '\r\u001b[2K'])
  expect(escapeLine('pay\u202ement\nfixed')).toBe('pay[U+202E]ment fixed')
  const log = createProgress({ write })
  log.show('Sending')
  log.clear()
  expect(written).toHaveLength(2)
})
