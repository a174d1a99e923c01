import { expect, it } from 'vitest'
import { retryDelay } from './retry.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const steps = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, day]
const delayOf = (step: number, random: number, retryAfter: number | null = null) =>
  retryDelay(step + 1, retryAfter, random)

it('waits longer after each attempt, from 5 seconds to 24 hours, and then gives up', () => {
  expect(steps.map((_, step) => delayOf(step, 0.5))).toEqual(steps)
  expect(delayOf(steps.length, 0.5)).toBeNull()
})

it.each(steps.map((delay, step) => [delay, step]))('spreads the delay of %i ms by a fifth', (delay, step) => {
  const longest = Math.min(day, delay * 1.2)
  expect([delayOf(step, 0), delayOf(step, 1)]).toEqual([delay * 0.8, longest])
  const drawn = Array.from({ length: 200 }, (_, at) => delayOf(step, at / 199) ?? 0)
  expect(drawn.every((one) => one >= delay * 0.8 && one <= longest)).toBe(true)
  // Receivers that failed together are not asked again together.
  expect(new Set(drawn).size).toBeGreaterThan(100)
})

it('waits as long as the receiver asks, unless that is shorter than the delay or longer than 24 hours', () => {
  expect(delayOf(0, 0.5, hour)).toBe(hour)
  expect(delayOf(3, 0.5, second)).toBe(30 * minute)
  expect(delayOf(0, 0.5, 30 * day)).toBe(day)
  expect(delayOf(steps.length, 0.5, hour)).toBeNull()
})
