import pino from 'pino'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { type Match, sarif } from '#server/scans/rescan/testing/hand-written.ts'
import { main, PlainProject } from '#server/scans/rescan/testing/plain-project.ts'

// An import is matched with what is stored before its transaction. What others write until that begins must count.

const at = (line: number): Match => ({ path: `src/file-${line}.js`, line, code: `danger(${line})` })

/** Lets something happen when the next import has been matched, and before its transaction. */
function beforeNextChange({ service: { services } }: PlainProject, work: () => Promise<unknown>) {
  const { change } = services
  Object.assign(services, {
    change: async (...given: Parameters<typeof change>) => {
      Object.assign(services, { change })
      await work()
      return change(...given)
    },
  })
}

/** Sends a report to another process on the same database: one process applies the files of a deployment in turn. */
async function scanElsewhere({ service, name }: PlainProject, file: unknown, project = name) {
  const { config, database } = service.services
  const app = await buildApp({
    config,
    database,
    logger: pino({ level: 'silent' }),
    version: '0.0.0-test',
    now: () => service.clock.now,
  })
  const query = new URLSearchParams({ project, ref: main, kind: 'full', commit: 'e'.repeat(40) })
  const { statusCode } = await app.server.inject({
    method: 'POST',
    url: `/api/v1/deployments/main/scans?${query}`,
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(file),
  })
  expect(statusCode).toBe(201)
  await app.server.close()
}

test('another scan found the same meanwhile → it stands there once', async () => {
  const project = await PlainProject.start()
  await project.scan(sarif([at(1)]))
  beforeNextChange(project, () => scanElsewhere(project, sarif([at(1), at(2), at(3)])))
  const { report } = await project.scan(sarif([at(1), at(2)]))
  expect(report).toMatchObject({ new: 0, unchanged: 2, fixed: 1 })
  expect(await project.there()).toEqual(['src/file-1.js:1 open', 'src/file-2.js:2 open'])
  expect(await project.rows()).toHaveLength(3)
})

test('the project is there only now → its findings are of one source', async () => {
  const project = await PlainProject.start()
  beforeNextChange(project, () => scanElsewhere(project, sarif([at(1), at(2)])))
  expect((await project.scan(sarif([at(2)]))).report).toMatchObject({ new: 0, unchanged: 1, fixed: 1 })
  expect(await project.there()).toEqual(['src/file-2.js:2 open'])
})

test('somebody decided meanwhile → the decision stays', async () => {
  const project = await PlainProject.start()
  await project.scan(sarif([at(1), at(2)]))
  beforeNextChange(project, () => project.ignore('src/file-2.js:2'))
  await project.scan(sarif([at(1), at(2), at(3)]))
  expect(await project.there()).toEqual([
    'src/file-1.js:1 open',
    'src/file-2.js:2 ignored',
    'src/file-3.js:3 open',
  ])
})

test('another project was scanned meanwhile → it counts for nothing', async () => {
  const project = await PlainProject.start()
  await project.scan(sarif([at(1)]))
  beforeNextChange(project, () => scanElsewhere(project, sarif([at(1)]), 'acme/other'))
  expect((await project.scan(sarif([at(1), at(2)]))).report).toMatchObject({ new: 1, unchanged: 1, fixed: 0 })
})
