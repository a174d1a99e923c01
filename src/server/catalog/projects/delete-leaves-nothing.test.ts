import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openFile } from '#server/db/sqlite/testing/connection.ts'
import { dataFolder, type Served, serveFor } from '#server/testing/command-line.ts'
import { everythingIn } from '#server/testing/stress/canaries.ts'

const token = 'the-token-of-the-test-that-deletes-projects'
const word = 'Wd9kestrel'

async function ask(served: Served, method: string, path: string, body?: object) {
  const response = await fetch(`${served.base}/api/v1/deployments/main/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect([path, response.status < 300]).toEqual([path, true])
  return response.status === 204 ? null : ((await response.json()) as unknown)
}

/** Enough findings that pages are split, with texts that grow by a later scan, so that rows move between pages. */
const semgrep = (text: string, count: number) => ({
  version: '1.97.0',
  paths: {},
  errors: [{ level: 'warn', type: 'Timeout', path: `${text}/b.py`, message: `${text} took too long` }],
  results: Array.from({ length: count }, (_, index) => ({
    check_id: `rule-${index % 5}`,
    path: `src/${text}/${index % 40}.py`,
    start: { line: index + 1, col: 1 },
    end: { line: index + 1, col: 40 },
    extra: {
      message: `${text} says ${index} ${'and more '.repeat(index % 60)}`,
      severity: 'ERROR',
      fingerprint: `${text} ${index}`,
      lines: `${text}(${index})`,
      metadata: { category: 'security', references: [`https://example.com/${text}/${index}`] },
    },
  })),
})
const bom = (text: string) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  metadata: { component: { type: 'application', name: text, 'bom-ref': 'root' } },
  components: Array.from({ length: 300 }, (_, index) => ({
    type: 'library',
    'bom-ref': `${text}-${index}`,
    name: `${text}-${index}`,
    version: `1.${index}.0`,
    purl: `pkg:npm/${text.toLowerCase()}-${index}@1.${index}.0`,
  })),
  dependencies: [],
})

const heldWords = (folder: string) =>
  [...everythingIn(folder)].flatMap(([name, text]) =>
    text.toLowerCase().includes(word.toLowerCase()) ? [name.replace(folder, '')] : [],
  )

it('a deleted project is in no file of the data folder, while the service runs and after it', async () => {
  const folder = await dataFolder()
  const environment = { GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token }
  let served = await serveFor(environment)
  const scan = (project: string, file: object, more = '') =>
    ask(served, 'POST', `scans?project=${project}&commit_title=${project}${more}`, file)
  for (const text of [word, 'other']) await scan(`p-${text === word ? 'gone' : 'kept'}`, semgrep(text, 400))
  await scan('p-gone', bom(word))
  await scan('p-kept', bom('other'))
  // The columns are written at the stop, and taken at the start.
  expect(await served.stop()).toBe(0)
  expect(heldWords(folder)).toContain('/columns/findings-1')
  served = await serveFor(environment)
  await scan('p-gone', semgrep(word, 401))
  // A scan that would fix nearly everything is held.
  await scan('p-gone', semgrep(word, 3))
  await scan('p-gone', semgrep(word, 2), '&ref=part&part=1/2')
  const { sastFindings } = (await ask(served, 'GET', 'findings?repos=p-gone&page_size=100')) as {
    sastFindings: { findings: { id: number; rule_message: string }[] }
  }
  const ids = sastFindings.findings.flatMap(({ id, rule_message }) =>
    rule_message.includes(word) ? [id] : [],
  )
  const noted = {
    issue_type: 'sast',
    issue_ids: ids,
    new_triage_state: 'ignored',
    new_note: `because of ${word}`,
  }
  expect(ids.length).toBeGreaterThan(10)
  await ask(served, 'POST', 'triage', noted)
  await ask(served, 'POST', 'triage', { ...noted, new_triage_state: 'fixing', new_note: 'later' })
  expect(heldWords(folder)).toContain('stored_report.content')

  await ask(served, 'DELETE', 'projects/p-gone')
  // What a person said of a decision stays in the list of decisions and its audit.
  const decisions = new Set([
    'triage_change.note',
    'audit_event.detail_json',
    '/gatehouse.db',
    '/gatehouse.db-wal',
  ])
  const left = () => heldWords(folder).filter((name) => !decisions.has(name))
  // The file is rewritten after the answer.
  await expect.poll(() => rawWithoutDecisions(folder)).toEqual([])
  expect(left()).toEqual([])

  // The service goes on, and what it writes at its end does not bring anything back.
  const kept = (await ask(served, 'GET', 'findings/facets')) as { total: number }
  expect(kept.total).toBe(400)
  expect(await served.stop()).toBe(0)
  expect(left()).toEqual([])
  served = await serveFor(environment)
  expect(((await ask(served, 'GET', 'findings/facets')) as { total: number }).total).toBe(400)
  expect(await served.stop()).toBe(0)
  expect(left()).toEqual([])
  expect(rawWithoutDecisions(folder)).toEqual([])
})

/** How often the raw bytes have the word beyond the notes that people wrote, which are counted by their own beginning. */
function rawWithoutDecisions(folder: string): string[] {
  return [...everythingIn(folder)].flatMap(([name, text]) => {
    if (!name.startsWith('/')) return []
    const plain = text.replaceAll(`because of ${word}`, '')
    const at = plain.toLowerCase().indexOf(word.toLowerCase())
    return at < 0 ? [] : [`${name}: ${plain.slice(Math.max(0, at - 60), at + 60)}`]
  })
}

it('what could not be rewritten before a crash is rewritten at the next start', async () => {
  const folder = await dataFolder()
  const environment = { GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token }
  let served = await serveFor(environment)
  await ask(served, 'POST', 'scans?project=p-gone', semgrep(word, 50))
  expect(await served.stop()).toBe(0)
  const file = join(folder, 'gatehouse.db')
  const whole = join(folder, 'copy.db')
  copyFileSync(file, whole)
  const connection = openFile(file)
  // As a version without `secure_delete` would leave it.
  connection.exec(`pragma secure_delete = off; begin; delete from finding_detail; delete from finding_evidence;
    delete from finding; delete from message; delete from rule; update scan set errors_json = null;
    pragma user_version = 1; commit`)
  connection.close()
  expect(rawWithoutDecisions(folder).filter((name) => name.includes('gatehouse.db:'))).not.toEqual([])
  served = await serveFor(environment)
  expect(await served.stop()).toBe(0)
  expect(rawWithoutDecisions(folder).filter((name) => !name.includes('copy.db'))).toEqual([])
  const after = openFile(file)
  expect(after.prepare('pragma user_version').get()).toEqual({ user_version: 0 })
  after.close()
})
