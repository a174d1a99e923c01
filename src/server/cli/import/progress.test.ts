import { expect, it } from 'vitest'
import { plain } from '../command.ts'
import { progressOn } from './progress.ts'

it('shows one line on a terminal, cut to its width and free of control characters, and none elsewhere', () => {
  const written: string[] = []
  const write = (text: string) => written.push(text)
  const terminal = progressOn({ isTTY: true, columns: 20, write })
  terminal.show('Sending \u001b[31ma.json')
  terminal.clear()
  expect(written).toEqual(['\r\u001b[2KSending [U+001B][31', '\r\u001b[2K'])
  expect(plain('pay\u202ement\nfixed')).toBe('pay[U+202E]ment fixed')
  const log = progressOn({ write })
  log.show('Sending')
  log.clear()
  expect(written).toHaveLength(2)
})
