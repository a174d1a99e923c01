import { expect, it } from 'vitest'
import { hasEntityTag } from '../http/dispatch.ts'
import { addressOf, cases, sendExample } from './examples/send-example.ts'
import { filledService } from './filled-service.ts'

const later = 100 * 24 * 3600_000
const untimed = cases.filter(({ operation }) => hasEntityTag(operation) && !operation.timed)

// An answer is kept until the data of its deployment changes, so that what follows from the time as well would grow old.
it('answers the same at another time, but for operations whose contract says `timed: true`', async () => {
  const place = await filledService(1)
  const { clock, send } = place.service
  const start = clock.now
  const timed: string[] = []
  for (const one of untimed) {
    clock.now = start
    const options = (await one.example.request?.(place)) ?? {}
    const first = await sendExample(place, one, options)
    clock.now = start + later
    // No answer is kept for this address, and the service ignores what it adds.
    const second = await send('GET', `${addressOf(place, one.operation, options)}&at=later`, options)
    if (second.text !== first.text) timed.push(one.name)
  }
  expect(timed, 'these follow from the time: set `timed: true` in src/contract/operations').toEqual([])
})
