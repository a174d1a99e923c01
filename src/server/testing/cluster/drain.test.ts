import { expect, it } from 'vitest'
import { newPostgresUrl } from '../database.ts'
import { requestJson, scanFile } from '../stress/promises.ts'
import { askMeanwhile } from './ask-meanwhile.ts'
import { startCluster } from './cluster.ts'

it('answers every request while one process after the other is stopped', async () => {
  const cluster = await startCluster(await newPostgresUrl(), 2, { GATEHOUSE_STOP_DELAY: '1' })
  await requestJson(cluster, 'POST', 'scans?project=acme/bulk', scanFile)
  const meanwhile = askMeanwhile(cluster)
  for (const index of [0, 1]) {
    expect(await cluster.drain(index)).toBe(0)
    await cluster.restart(index)
  }
  await meanwhile.stop()
  expect([...meanwhile.statuses.keys()]).toEqual([200])
})
