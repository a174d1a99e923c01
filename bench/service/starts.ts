import { setTimeout as pause } from 'node:timers/promises'
import type { ProfileName } from '../../src/server/demo/generate/profile.ts'
import { type Row, rowOf } from '../row.ts'
import { copyOf } from './data.ts'
import { fullSpeed, slugOf } from './place.ts'
import { startService } from './running.ts'

/** Starts on a filled database: until it is ready, until counts come at full speed, and its memory at rest. */
export async function starts(profile: ProfileName): Promise<Row[]> {
  const copy = copyOf(profile)
  const [ready, full, idle]: [number[], number[], number[]] = [[], [], []]
  try {
    for (let turn = 0; turn < 5; turn++) {
      const service = await startService(copy.folder)
      ready.push(service.readyAfter)
      // Nobody asks anything while it loads but this.
      await pause(500)
      full.push(500 + (await fullSpeed(service, await slugOf(service))))
      await pause(3000)
      const memory = service.memory()
      if (memory !== null) idle.push(memory)
      await service.stop()
    }
  } finally {
    copy.remove()
  }
  const said = { part: 'service', unit: 'ms' } as const
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
    ...(idle.length > 0
      ? [
          rowOf(
            { part: 'service', unit: 'MB', what: 'memory at rest', target: '≤ 250 MB' },
            idle,
            null,
            (p95) => p95 <= 250,
          ),
        ]
      : []),
  ]
}
