import { describe, expect, test } from 'vitest'
import { repeatedOnEngine } from '#server/testing/database.ts'
import { addFile } from './testing/edits.ts'
import { lineFormats } from './testing/formats/all.ts'
import type { LineFormat } from './testing/formats/format.ts'
import { flawLine, type Repository } from './testing/repository.ts'
import { type Subject, shop, subjectOf } from './testing/subjects.ts'
import { sharedProjects } from './testing/table.ts'
import { branch, main, type TestProject } from './testing/test-project.ts'

const newProject = sharedProjects()

async function start(format: LineFormat) {
  const project = await newProject(format)
  const subject = subjectOf(format)
  const before = shop(subject, 'both')
  await project.scan(before)
  return { project, subject, before }
}

/** The decision on the flaw, and nothing else, is there. */
async function expectKept(project: TestProject<Repository>, ref = main): Promise<void> {
  const matches = await project.found(ref)
  const ignored = [...matches].flatMap(([truth, row]) => (row.status === 'ignored' ? [truth] : []))
  expect(ignored).toEqual(['decided'])
  expect(matches.get('decided')).toMatchObject({
    state: 'unresolved',
    note: project.decisionOn('decided')?.note,
  })
}

/** A file with so many findings that reading it takes a while. */
const manyMore = ({ above }: Subject) =>
  addFile(
    'app/generated.py',
    Array.from({ length: 300 }, (_, index) =>
      flawLine({ ...above, truth: `generated ${index}` }, `    step_${index} = "{}"`),
    ),
  )

describe.each(repeatedOnEngine(lineFormats))('$name', (format) => {
  test(`${format.name}: two uploads of one change at once → the decision is kept`, async () => {
    const { project, before } = await start(format)
    await project.decide('decided')
    const after = addFile('app/new.py', [])(before)
    await Promise.all([project.scan(after), project.scan(after)])
    await expectKept(project)
  })

  test(`${format.name}: two uploads of one commit at once → the decision is kept`, async () => {
    const { project, before } = await start(format)
    await project.decide('decided')
    const commit = 'c'.repeat(40)
    await Promise.all([project.scan(before, { commit }), project.scan(before, { commit })])
    await expectKept(project)
  })

  test(`${format.name}: uploads of two branches at once → both have the decision`, async () => {
    const { project, before } = await start(format)
    await project.decide('decided')
    const other = 'refs/heads/other'
    await Promise.all([project.scan(before, { ref: branch }), project.scan(before, { ref: other })])
    await expectKept(project, branch)
    await expectKept(project, other)
  })

  test(`${format.name}: decided during an upload → the decision is kept`, async () => {
    const { project, subject, before } = await start(format)
    const row = (await project.found()).get('decided')
    const uploading = project.scan(manyMore(subject)(before))
    if (row) await project.decideRow('decided', row)
    await uploading
    await expectKept(project)
    expect((await project.found()).get('decided')?.id).toBe(row?.id)
  })

  test(`${format.name}: decided while the first scan of a branch is uploaded → both have the decision`, async () => {
    const { project, subject, before } = await start(format)
    const row = (await project.found()).get('decided')
    const uploading = project.scan(manyMore(subject)(before), { ref: branch })
    if (row) await project.decideRow('decided', row)
    await uploading
    await expectKept(project)
    await expectKept(project, branch)
  })
})
