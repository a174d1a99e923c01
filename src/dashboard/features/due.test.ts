import { expect, it } from 'vitest'
import { daysUntilDue, dueText } from './due.ts'

const due = '2026-01-23T00:00:00.000Z'

it.each([
  ['2026-01-15T12:00:00Z', 'Due in 7 days'],
  ['2026-01-21T23:59:00Z', 'Due in 1 day'],
  ['2026-01-22T00:00:00Z', 'Due today'],
  ['2026-01-22T23:59:59Z', 'Due today'],
  ['2026-01-23T00:00:00Z', 'Overdue by 1 day'],
  ['2026-01-24T00:00:00Z', 'Overdue by 2 days'],
])('says at %s: %s', (now, text) => {
  expect(dueText(daysUntilDue(due, new Date(now)))).toBe(text)
})
