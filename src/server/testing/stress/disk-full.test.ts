import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { connectionOf } from '#server/db/sqlite/testing/connection.ts'
import { upload } from '../../scans/testing/upload.ts'
import { dataFolder, gatehouse, type Served, serveFor } from '../command-line.ts'
import { startTestService } from '../service.ts'
import { requestJson, scanFile, token } from './promises.ts'
import { forced } from './repetitions.ts'
import { givesDisks, smallDisk } from './small-disk.ts'

const megabyte = 1024 * 1024

async function send(served: Served, method: string, path: string, body: string) {
  const response = await fetch(`${served.base}/api/v1/deployments/main/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Imports until the disk takes no more; the projects that were answered as imported. */
async function importUntilFull(served: Served, first: number): Promise<string[]> {
  for (const imported: string[] = []; ; ) {
    const project = `full/p${first + imported.length}`
    const { status, headers, body } = await send(served, 'POST', `scans?project=${project}`, scanFile)
    if (status === 201) {
      imported.push(project)
      continue
    }
    expect(status).toBe(503)
    expect(headers.get('content-type')).toContain('application/problem+json')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body).toMatchObject({
      detail: expect.stringMatching(/disk .*full.*Free up space.*Nothing was changed/),
    })
    return imported
  }
}

async function projectsOf(served: Served): Promise<string[]> {
  // parse: the shape is held by the tests of projects.
  const { projects } = (await requestJson(served, 'GET', 'projects?page_size=3000')) as {
    projects: { name: string }[]
  }
  return projects.map(({ name }) => name).toSorted()
}

async function fillAndMakeRoom(size: number) {
  const disk = await smallDisk(await dataFolder(), size)
  const environment = { GATEHOUSE_DATA: disk.folder, GATEHOUSE_TOKEN: token }
  const serve = () => serveFor(environment, [], disk.run)
  const filler = join(disk.outside, 'filler')
  const spare = join(disk.outside, 'spare')
  await writeFile(filler, Buffer.alloc(2 * megabyte))
  await writeFile(spare, Buffer.alloc(megabyte / 2))
  const first = await serve()
  const before = await importUntilFull(first, 0)
  expect(before.length).toBeGreaterThan(0)
  // It goes on reading, and has exactly what it answered.
  expect(await projectsOf(first)).toEqual(before.toSorted())
  expect((await requestJson(first, 'GET', 'findings/facets')) as object).toMatchObject({
    total: before.length * 300,
  })
  // Killed here, it begins again, or says that there is no room to.
  await first.stop('SIGKILL')
  const second = await serve().catch(async (error) => {
    expect(String(error)).toMatch(/gatehouse: The .*(full|I\/O error)/)
    await rm(filler)
    return serve()
  })
  expect(await projectsOf(second)).toEqual(before.toSorted())

  // It writes again by itself once there is room.
  await rm(filler, { force: true })
  const after = await importUntilFull(second, before.length)
  expect(after.length).toBeGreaterThan(0)
  expect(await projectsOf(second)).toEqual([...before, ...after].toSorted())
  expect(await second.stop()).toBe(0)
  await rm(spare)
  const third = await serve()
  expect(await projectsOf(third)).toEqual([...before, ...after].toSorted())
  expect(await third.stop()).toBe(0)
}

describe.runIf(givesDisks)('a disk that is really full', () => {
  it('loses nothing that was answered, says so, and is written again once there is room', async () => {
    for (let turn = 0; turn < forced(1); turn++) await fillAndMakeRoom(6 + (turn % 5))
  })

  it('stops a service that begins on it with one line', async () => {
    const disk = await smallDisk(await dataFolder(), 1)
    await writeFile(join(disk.outside, 'filler'), Buffer.alloc(megabyte - 16_384))
    const ended = await gatehouse(['serve'], { GATEHOUSE_DATA: disk.folder }, disk.run)
    expect(ended.errors).toMatch(/^gatehouse: The (folder|database|disk) .*(full|ENOSPC|I\/O error).*\n$/)
    expect(ended.status).toBe(1)
    expect(ended.output).toBe('')
  })

  it('stops a service with one line where nothing can be written at all', async () => {
    const disk = await smallDisk(await dataFolder(), 8)
    const environment = { GATEHOUSE_DATA: disk.folder }
    await (await serveFor(environment, [], disk.run)).stop()
    // One that was killed leaves this behind.
    await writeFile(join(disk.outside, 'lock.holder'), 'process 1 (serve)')
    const readOnly = [...disk.run, 'sh', '-c', 'mount -o remount,ro "$0" && exec "$@"', disk.folder]
    const ended = await gatehouse(['serve'], environment, readOnly)
    expect(ended.errors).toMatch(
      /^gatehouse: The (folder|database)\b.* (cannot be (opened or )?written|read-only).*\n$/,
    )
    expect(ended.status).toBe(1)
  })
})

it('says 503 on a database that may not grow, keeps nothing of it, and goes on where it may again', async () => {
  const service = await startTestService()
  const connection = connectionOf(service.services.database)
  const pages = Number(connection.prepare('pragma page_count').get()?.['page_count'])
  const send = () => upload(service, scanFile)
  connection.exec(`pragma max_page_count = ${pages}`)
  const refused = await send()
  expect(refused.status).toBe(503)
  expect(refused.headers['retry-after']).toBe('5')
  expect(refused.body).toMatchObject({
    title: 'Service unavailable',
    detail: expect.stringContaining('Free up space'),
  })
  const total = async () => (await service.call(listFindings)).headers['x-total-count']
  expect(await total()).toBe('0')
  connection.exec('pragma max_page_count = 1073741823')
  expect((await send()).status).toBe(201)
  expect(await total()).toBe('300')
})
