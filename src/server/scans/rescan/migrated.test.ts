import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { connectionOf, fileOf } from '#server/db/sqlite/testing/connection.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { insertAbove, renameFile } from './testing/edits.ts'
import { earlierFormats } from './testing/formats/all.ts'
import { cycloneDx } from './testing/formats/cyclonedx.ts'
import type { Repository } from './testing/repository.ts'
import { ordersFile, secretValue, shop, subjectOf } from './testing/subjects.ts'
import { branch, main, TestProject } from './testing/test-project.ts'

/**
 * A database of the version before evidence was kept: for each format a project with findings on two branches, one of
 * them ignored. It was filled by the re-scan suite itself.
 */
const previous = gunzipSync(readFileSync(new URL('./fixtures/previous-version.db.gz', import.meta.url)))

async function migrated(): Promise<TestService> {
  const service = await startTestService({ filled: previous })
  service.clock.now += 24 * 3600_000
  return service
}

/** Several tools have the rules, so that all but one show them with their name in front. */
const withoutTool = (format: (typeof earlierFormats)[number]): (typeof earlierFormats)[number] => ({
  ...format,
  results: (state, run) =>
    format.results(state, run).map((result) => ({
      ...result,
      isRow: (row) => result.isRow({ ...row, rule: row.rule.replace(/^[^/]+\//, '') }),
    })),
})

const projectOf = (service: TestService, format: (typeof earlierFormats)[number]) =>
  new TestProject<Repository>(service, withoutTool(format), `acme/${format.name}`)

test.each(earlierFormats)(
  '$name: the first scan after the migration keeps the decision, on each branch',
  async (format) => {
    const service = await migrated()
    const project = projectOf(service, format)
    for (const ref of [main, branch]) {
      await project.scan(shop(subjectOf(format), 'both'), { ref })
      expect((await project.found(ref)).get('decided')).toMatchObject({
        status: 'ignored',
        state: 'unresolved',
      })
    }
  },
)

test.each(earlierFormats)('$name: lines inserted before the first scan lose no decision', async (format) => {
  const service = await migrated()
  const project = projectOf(service, format)
  await project.scan(insertAbove('above', 20)(shop(subjectOf(format), 'both')))
  const row = (await project.found()).get('decided')
  const masked = format.sends.secret && !format.sends.code
  if (row && masked) expect(await project.outcomeOf(row)).toBe('uncertain')
  else expect(row).toMatchObject({ status: 'ignored' })
})

test.each(earlierFormats.filter(({ sends }) => sends.code && !sends.secret))(
  '$name: a file renamed before the first scan keeps the decision',
  async (format) => {
    const service = await migrated()
    const project = projectOf(service, format)
    await project.scan(renameFile(ordersFile, 'app/purchases.py')(shop(subjectOf(format), 'both')))
    expect((await project.found()).get('decided')).toMatchObject({ status: 'ignored' })
  },
)

test('CycloneDX: the id of an advisory changed and a package updated before the first scan', async () => {
  const service = await migrated()
  const project = new TestProject(service, cycloneDx, 'acme/CycloneDX vulnerabilities')
  const advisory = (n: number) => ({
    name: `advisory ${n}`,
    ghsa: `GHSA-${n}${n}${n}${n}-aaaa-bbbb`,
    cve: `CVE-2024-${n}${n}${n}${n}`,
  })
  const packageOf = (truth: string, name: string, version: string, n: number) => ({
    ...{ truth, name, version, manifest: 'package-lock.json', advisories: [advisory(n)] },
  })
  await project.scan(
    [packageOf('decided', 'lodash', '4.17.21', 1), packageOf('other', 'minimist', '1.2.0', 2)],
    { run: { advisoryIds: 'cve' } },
  )
  expect((await project.found()).get('decided')).toMatchObject({ status: 'ignored' })
  expect((await project.found()).get('other')).toMatchObject({ status: 'open' })
})

test('the values of secrets that were stored as code are gone from the file', async () => {
  const value = secretValue('aws-access-token', 'decided')
  expect(previous.includes(value)).toBe(true)
  const service = await migrated()
  const { database } = service.services
  connectionOf(database).exec('pragma wal_checkpoint(truncate)')
  expect((await readFile(fileOf(database))).includes(value)).toBe(false)
})
