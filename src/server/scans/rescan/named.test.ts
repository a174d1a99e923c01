import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { changeCode, type Edit, insertAbove, insertAtTop, nothing, renameFile } from './testing/edits.ts'
import type { LineFormat } from './testing/formats/format.ts'
import { bareSarif } from './testing/formats/plain-sarif.ts'
import { semgrepCommunity, semgrepWithLines } from './testing/formats/semgrep.ts'
import { detailsOf } from './testing/rows.ts'
import { type Neighbours, ordersFile, shop, subjectOf } from './testing/subjects.ts'
import { sharedProjects } from './testing/table.ts'
import { branch, main } from './testing/test-project.ts'

const newProject = sharedProjects()

/** A project whose decided flaw was scanned again after an edit. */
async function rescanned(format: LineFormat, among: Neighbours, edit: Edit) {
  const project = await newProject(format)
  const after = edit(shop(subjectOf(format), among))
  await project.scan(shop(subjectOf(format), among))
  await project.decide('decided')
  const { report } = await project.scan(after)
  const row = (await project.found()).get('decided')
  if (!row) throw new Error('the flaw was not found')
  return { project, after, report, row }
}

const { changeSlightly } = subjectOf(semgrepWithLines)

test.each<[string, LineFormat, Edit]>([
  ['the same code under another path', semgrepWithLines, renameFile(ordersFile, 'app/purchases.py')],
  [
    'a whole file under another path, without code',
    semgrepCommunity,
    renameFile(ordersFile, 'app/purchases.py'),
  ],
  ['rule, path and message on the line it moved to', bareSarif, insertAtTop('decided', 3)],
])('a match by %s is named on the page of the finding', async (_, format, edit) => {
  const { project, row } = await rescanned(format, 'both', edit)
  expect(row.status).toBe('ignored')
  const { matches } = await detailsOf(project.service, row.id)
  expect(matches.map(({ kind }) => kind)).toContain('match')
})

test('similar code keeps its row, which is open and offers the decision', async () => {
  const { project, row } = await rescanned(semgrepWithLines, 'both', changeSlightly)
  expect(row).toMatchObject({ id: project.decisionOn('decided')?.id, status: 'open', uncertain: true })
})

test.each<[string, Edit]>([
  ['the same file', nothing],
  ['the same code on another line', insertAtTop('decided', 3)],
])('a match by %s needs no word', async (_, edit) => {
  const { project, row } = await rescanned(semgrepWithLines, 'both', edit)
  expect((await detailsOf(project.service, row.id)).matches).toEqual([])
})

test('a finding that may be the decided one has the flag and the offer, and the report counts it', async () => {
  const { project, row, report } = await rescanned(semgrepCommunity, 'none', insertAbove('decided', 4))
  expect(row).toMatchObject({ status: 'open', uncertain: true })
  const { matches } = await detailsOf(project.service, row.id)
  expect(matches).toContainEqual(expect.objectContaining({ kind: 'candidate' }))
  expect(z.parse(z.object({ uncertain: z.int() }), report).uncertain).toBe(1)
})

test('an uncertain finding is not inherited by another branch', async () => {
  const { project, after } = await rescanned(semgrepCommunity, 'none', insertAbove('decided', 4))
  await project.scan(after, { ref: branch })
  expect((await project.found(branch)).get('decided')?.status).toBe('open')
  expect((await project.found(main)).get('decided')?.status).toBe('open')
})

test('code written anew is a new finding with a link to the old one', async () => {
  const { project, row } = await rescanned(
    semgrepWithLines,
    'both',
    changeCode('decided', 'orders.filter_by_text(owner_id)'),
  )
  expect(row.status).toBe('open')
  const { matches } = await detailsOf(project.service, row.id)
  const old = project.decisionOn('decided')?.id
  expect(matches.map(({ other }) => other?.id)).toContain(old)
})
