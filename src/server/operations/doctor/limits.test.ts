import { describe, expect, it } from 'vitest'
import { dataFolder } from '#server/testing/command-line.ts'
import { roomOf } from './folder.ts'
import { memoryResult, openFilesResult } from './limits.ts'
import { metricsCheck } from './metrics.ts'
import { runDoctor } from './testing/results.ts'

const gigabyte = 1_000_000_000

describe('the disk', () => {
  const disk = { free: 50 * gigabyte, total: 100 * gigabyte, files: 1_000_000, freeFiles: 900_000 }

  it('has room for more data, more files and an update', () => {
    expect(roomOf(disk, gigabyte)).toEqual({
      status: 'ok',
      detail: '50.0 GB of 100.0 GB are free.',
      advice: null,
    })
    expect(roomOf({ ...disk, free: gigabyte / 10 }, 0).status).toBe('failed')
    expect(roomOf({ ...disk, free: gigabyte / 2 }, 0).status).toBe('warning')
    expect(roomOf(disk, 60 * gigabyte)).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('an update can need as much'),
    })
    expect(roomOf({ ...disk, freeFiles: 10 }, 0).status).toBe('failed')
    // Some file systems count no files.
    expect(roomOf({ ...disk, files: 0, freeFiles: 0 }, 0).status).toBe('ok')
  })
})

describe('the limits', () => {
  it('allow enough files and connections', () => {
    expect(openFilesResult(65_536).status).toBe('ok')
    expect(openFilesResult(2_048).status).toBe('warning')
    expect(openFilesResult(1_024)).toMatchObject({
      status: 'failed',
      advice: expect.stringContaining('LimitNOFILE'),
    })
    expect(openFilesResult(null).status).toBe('skipped')
  })

  it('leave memory', () => {
    expect(memoryResult({ used: gigabyte, limit: 4 * gigabyte }).status).toBe('ok')
    expect(memoryResult({ used: 3.5 * gigabyte, limit: 4 * gigabyte }).status).toBe('warning')
    expect(memoryResult({ used: null, limit: gigabyte / 4 }).status).toBe('warning')
  })
})

it('warns where everybody can read metrics', async () => {
  const environment = { GATEHOUSE_DATA: await dataFolder(), METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }
  expect((await runDoctor(environment)).result(metricsCheck.id)).toMatchObject({
    status: 'warning',
    detail: 'They are read on port 9464 of 0.0.0.0 by everybody who can reach it.',
  })
  const guarded = { ...environment, METRICS_TOKEN: 'x'.repeat(32) }
  expect((await runDoctor(guarded)).result(metricsCheck.id).status).toBe('ok')
})
