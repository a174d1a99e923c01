import { describe, expect, test } from 'vitest'
import { fixInPlace } from './testing/edits.ts'
import { lineFormats } from './testing/formats/all.ts'
import type { LineFormat } from './testing/formats/format.ts'
import type { Repository } from './testing/repository.ts'
import { shop, subjectOf } from './testing/subjects.ts'
import { sharedProjects } from './testing/table.ts'
import type { TestProject } from './testing/test-project.ts'

const newProject = sharedProjects()

const [monday, tuesday] = ['1'.repeat(40), '2'.repeat(40)]

async function start(format: LineFormat) {
  const project = await newProject(format)
  const before = shop(subjectOf(format), 'both')
  const first = await project.scan(before, { commit: monday })
  await project.decide('decided')
  return { project, before, first }
}

describe.each(lineFormats)('$name', (format) => {
  test(`${format.name}: the newest file again for its commit → the same scan, and nothing changes`, async () => {
    const { project, before, first } = await start(format)
    const rows = await project.rows()
    const response = await project.send(format.write(before, {}), { commit: monday })
    expect(response.status).toBe(200)
    expect(response.body.id).toBe(first.id)
    expect(await project.rows()).toEqual(rows)
  })

  test(`${format.name}: an older file again for its commit → what it reports is there again`, async () => {
    const { project, before, first } = await start(format)
    const { id } = (await project.found()).get('above') ?? {}
    await project.scan(fixInPlace('above')(before), { commit: tuesday })
    const again = await project.scan(before, { commit: monday })
    expect(again.id).not.toBe(first.id)
    expect(again.report).toMatchObject({ new: 0, reopened: 1 })
    const matches = await project.found()
    expect(matches.get('above')).toMatchObject({ id, state: 'unresolved' })
    expect(matches.get('decided')).toMatchObject({ status: 'ignored' })
  })

  test(`${format.name}: a report in two files → both count, in whatever order`, async () => {
    for (const order of [
      ['1/2', '2/2'],
      ['2/2', '1/2'],
    ]) {
      const { project, before } = await start(format)
      const rows = await project.rows()
      const after = fixInPlace('below')(before)
      const [one = '', ...others] = after.keys()
      const files = [[one], others].map((paths) => format.write(after, { files: paths }))
      const [first = '', second = ''] = order
      await sendPart(project, files[0], first)
      expect(await project.rows()).toEqual(rows)
      await sendPart(project, files[1], second)
      const fixed = (await project.rows()).filter(({ state }) => state === 'fixed')
      expect(fixed.map(({ line }) => line)).toEqual([50])
      expect((await project.rows()).find(({ status }) => status === 'ignored')).toMatchObject({
        id: project.decisionOn('decided')?.id,
        state: 'unresolved',
      })
    }
  })
})

async function sendPart(project: TestProject<Repository>, file: unknown, part: string) {
  const response = await project.send(file, { commit: tuesday }, { part })
  expect(response.status, response.text).toBeLessThan(300)
}
