import { expect, test } from 'vitest'
import { dependencyCheck } from './testing/formats/dependency-check.ts'
import type { LineFormat } from './testing/formats/format.ts'
import { gitLabCode } from './testing/formats/gitlab.ts'
import type { Inventory } from './testing/packages.ts'
import { fileWith, type Repository } from './testing/repository.ts'
import { shop, subjectOf } from './testing/subjects.ts'
import { sharedProjects } from './testing/table.ts'

const newProject = sharedProjects()

const nothing: Repository = new Map([['app/orders.py', fileWith('order', 60, {})]])

/** The report of a scan of what a merge request changed. */
function partialReport(state: Repository) {
  // parse: the format writes objects.
  const report = gitLabCode.write(state, {}) as { scan: object }
  return { ...report, scan: { ...report.scan, partial_scan: { mode: 'differential' } } }
}

async function scanned() {
  const format: LineFormat = gitLabCode
  const project = await newProject(format)
  await project.scan(shop(subjectOf(format), 'both'))
  await project.decide('decided')
  return project
}

test('a partial report of GitLab that is sent as a full scan → nothing is fixed, and it is a diff scan', async () => {
  const project = await scanned()
  const before = await project.rows()
  const response = await project.send(partialReport(nothing))
  expect(response.status, response.text).toBeLessThan(300)
  expect(await project.rows()).toEqual(before)
  expect(await project.newestScan()).toMatchObject({ status: 'SCAN_STATUS_COMPLETED', is_full_scan: false })
})

test('a partial report of GitLab with findings → these are known, and the others stay', async () => {
  const project = await scanned()
  const before = await project.rows()
  await project.send(partialReport(shop(subjectOf(gitLabCode), 'both')))
  expect(await project.rows()).toEqual(before)
})

test('a full report after a partial one → what is gone is fixed', async () => {
  const project = await scanned()
  await project.send(partialReport(nothing))
  await project.send(gitLabCode.write(nothing, {}), {}, { accept_empty: 'true' })
  expect([...new Set((await project.rows()).map(({ state }) => state))]).toEqual(['fixed'])
})

const lock = 'package-lock.json'
const inventory: Inventory = ['a', 'b', 'c'].map((name) => ({
  truth: name,
  name,
  version: '1.0.0',
  manifest: lock,
  advisories: [{ name: `of ${name}`, cve: `CVE-2024-${name.charCodeAt(0)}` }],
}))

test('a report of Dependency-Check whose analysis failed in part → nothing is fixed, also as a part of a scan', async () => {
  const project = await newProject(dependencyCheck)
  await project.scan(inventory)
  const before = await project.rows()
  // parse: the format writes objects.
  const report = dependencyCheck.write(inventory.slice(0, 1), {}) as { scanInfo: object }
  const analysisExceptions = [{ exception: { message: 'OSS Index: 401' } }]
  const failed = { ...report, scanInfo: { ...report.scanInfo, analysisExceptions } }
  await project.send(failed)
  expect(await project.rows()).toEqual(before)
  await project.send(failed, {}, { part: '1/2', commit: 'a'.repeat(40) })
  const last = await project.send(dependencyCheck.write([], {}), {}, { part: '2/2', commit: 'a'.repeat(40) })
  expect(last.status, last.text).toBe(201)
  expect(await project.rows()).toEqual(before)
})
