import { expect, it } from 'vitest'
import { isLoopback } from './is-loopback.ts'

it.each([
  ['http://127.0.0.1:4400', true],
  ['http://localhost', true],
  ['http://[::1]:4400', true],
  ['https://gatehouse.example', false],
  ['http://10.0.0.7:4400', false],
])('tells whether %s leads to the machine itself: %s', (address, is) => {
  expect(isLoopback(address)).toBe(is)
})
