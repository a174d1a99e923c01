import { expect, it } from 'vitest'
import { progressOn } from './progress.ts'

it('shows one line on a terminal, cut to its width and free of control characters, and none elsewhere', () => {
  const written: string[] = []
  const write = (text: string) => written.push(text)
  const terminal = progressOn({ isTTY: true, columns: 12, write })
  terminal.show('Sending \u001b[31ma.json')
  terminal.clear()
  expect(written).toEqual(['\r\u001b[2KSending \uFFFD[3', '\r\u001b[2K'])
  const log = progressOn({ write })
  log.show('Sending')
  log.clear()
  expect(written).toHaveLength(2)
})
