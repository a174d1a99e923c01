import { describe, expect, test } from 'vitest'
import { fixInPlace } from './testing/edits.ts'
import { codeQl } from './testing/formats/codeql.ts'
import type { LineFormat } from './testing/formats/format.ts'
import { gitleaks } from './testing/formats/gitleaks.ts'
import { bareSarif, sarifWithSnippet } from './testing/formats/plain-sarif.ts'
import { semgrepWithLines } from './testing/formats/semgrep.ts'
import { fileWith, type Repository } from './testing/repository.ts'
import { codeRules } from './testing/rules.ts'
import { lineOf, shop, subjectOf } from './testing/subjects.ts'
import { sharedProjects } from './testing/table.ts'
import type { TestProject } from './testing/test-project.ts'

const newProject = sharedProjects()

const empty: Repository = new Map([['app/orders.py', fileWith('order', 60, {})]])

async function start(format: LineFormat, before = shop(subjectOf(format), 'both')) {
  const project = await newProject(format)
  await project.scan(before)
  await project.decide('decided')
  return project
}

const states = async (project: TestProject<Repository>) => [
  ...new Set((await project.rows()).map(({ state }) => state)),
]

// None of them says which files were looked at. That a run succeeded is no proof, nor is a list of the rules that ran.
const withoutProof: LineFormat[] = [
  codeQl,
  bareSarif,
  sarifWithSnippet,
  gitleaks,
  {
    ...semgrepWithLines,
    name: 'Semgrep without a list of files',
    write: (state) => semgrepWithLines.write(state, { withoutFileList: true }),
  },
]

describe.each(withoutProof)('$name', (format) => {
  test(`${format.name}: an empty report without proof of coverage → it waits and changes nothing`, async () => {
    const project = await start(format)
    const before = await project.rows()
    const response = await project.send(format.write(empty, {}))
    expect(response.status, response.text).toBeLessThan(300)
    expect(await project.rows()).toEqual(before)
    expect((await project.newestScan())?.status).toBe('SCAN_STATUS_PENDING')
  })

  test(`${format.name}: an empty report that is accepted → everything is fixed`, async () => {
    const project = await start(format)
    await project.send(format.write(empty, {}), {}, { accept_empty: 'true' })
    expect(await states(project)).toEqual(['fixed'])
    expect((await project.newestScan())?.status).toBe('SCAN_STATUS_COMPLETED')
  })

  test(`${format.name}: an empty report that a ci token accepts → nothing changes`, async () => {
    const project = await start(format)
    const before = await project.rows()
    const token = await project.service.mint({ role: 'ci' })
    await project.send(format.write(empty, {}), {}, { accept_empty: 'true' }, { token })
    expect(await project.rows()).toEqual(before)
  })

  test(`${format.name}: a newer scan after one that waits → that one is cancelled`, async () => {
    const project = await start(format)
    const { body } = await project.send(format.write(empty, {}))
    await project.scan(fixInPlace('above')(shop(subjectOf(format), 'both')))
    const scans = await project.scans()
    expect(scans.find(({ id }) => Number(id) === body.id)?.status).toBe('SCAN_STATUS_CANCELLED')
    expect((await project.found()).get('decided')?.status).toBe('ignored')
  })
})

test('Semgrep with lines: an empty report that lists the files → everything is fixed', async () => {
  const project = await start(semgrepWithLines)
  const scanned = ['app/orders.py', 'app/users.py', 'app/mail.py']
  await project.send({ version: '1.97.0', results: [], errors: [], paths: { scanned } })
  expect(await states(project)).toEqual(['fixed'])
})

test.each([bareSarif, codeQl, sarifWithSnippet])(
  '$name: a report of other rules alone → it waits and changes nothing',
  async (format) => {
    const { decided } = subjectOf(format)
    const many = fileWith(
      'many',
      60,
      Object.fromEntries(
        Array.from({ length: 24 }, (_, index) => [
          2 * index + 1,
          lineOf({ ...decided, truth: index === 0 ? 'decided' : `more ${index}` }),
        ]),
      ),
    )
    const project = await start(format, new Map([['app/orders.py', many]]))
    const before = await project.rows()
    const otherConfig = { offRules: Object.keys(codeRules) }
    const log = JSON.stringify(format.write(empty, otherConfig)).replace(
      '"rules":[]',
      '"rules":[{"id":"python.style.naming"},{"id":"python.style.length"}]',
    )
    await project.send(log)
    expect(await project.rows()).toEqual(before)
    expect((await project.newestScan())?.status).toBe('SCAN_STATUS_PENDING')
  },
)
