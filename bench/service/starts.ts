import type { ProfileName } from '../../src/server/demo/generate/profile.ts'
import { type Row, rowOf } from '../row.ts'
import { copyOf } from './data.ts'
import { fullSpeed, slugOf } from './place.ts'
import { startService } from './running.ts'

/**
 * Starts on a filled database: until it is ready, until counts come at full speed, and its memory once it rests, with
 * nothing asked and after every count was. The first start is left out, since it keeps what the runtime makes of the code.
 */
export async function starts(profile: ProfileName): Promise<Row[]> {
  const copy = copyOf(profile)
  const [ready, full, unasked, asked]: [number[], number[], number[], number[]] = [[], [], [], []]
  try {
    await (await startService(copy.folder)).stop()
    for (let turn = 0; turn < 5; turn++) {
      const service = await startService(copy.folder)
      ready.push(service.readyAfter)
      await service.rested()
      const memory = service.memory()
      if (memory !== null) unasked.push(memory)
      await service.stop()
    }
    for (let turn = 0; turn < 5; turn++) {
      const service = await startService(copy.folder)
      full.push(await fullSpeed(service, await slugOf(service)))
      await service.rested()
      const memory = service.memory()
      if (memory !== null) asked.push(memory)
      await service.stop()
    }
  } finally {
    copy.remove()
  }
  const said = { part: 'service', unit: 'ms' } as const
  const memoryRow = (what: string, samples: number[]) =>
    samples.length === 0
      ? []
      : [rowOf({ part: 'service', unit: 'MB', what, target: '≤ 250 MB' }, samples, null, (p95) => p95 <= 250)]
  return [
    rowOf(
      { ...said, what: 'start on a filled database until ready', target: '≤ 1 s' },
      ready,
      null,
      (p95) => p95 <= 1000,
    ),
    rowOf(
      { ...said, what: 'from there until counts at full speed', target: '≤ 5 s' },
      full,
      null,
      (p95) => p95 <= 5000,
    ),
    ...memoryRow('memory at rest, nothing asked', unasked),
    ...memoryRow('memory at rest, after counts were asked for', asked),
  ]
}
