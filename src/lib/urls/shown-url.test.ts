import { expect, test } from 'vitest'
import { hostOf, shownUrl } from './shown-url.ts'

test.each([
  ['https://rules.example/xss?a=1#b', 'rules.example/xss?a=1#b'],
  ['http://rules.example/', 'rules.example'],
  ['https://good.example@evil.example/x', 'evil.example/x'],
  ['https://good.example:secret@evil.example:8443/x', 'evil.example:8443/x'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['not a url', 'not a url'],
])('%s is shown as %s', (url, shown) => {
  expect(shownUrl(url)).toBe(shown)
})

test.each([
  ['https://rules.example/x', 'rules.example'],
  ['rules.example/x', 'rules.example'],
  ['good.example@evil.example', 'evil.example'],
  ['the guide', undefined],
])('the host of %s is %s', (text, host) => {
  expect(hostOf(text)).toBe(host)
})
