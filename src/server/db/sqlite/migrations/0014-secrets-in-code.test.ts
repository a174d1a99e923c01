import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createScan } from '#contract/operations/scans.ts'
import { openFile } from '#server/db/sqlite/testing/connection.ts'
import { startTestService } from '#server/testing/service.ts'
import { everythingIn, foundIn } from '#server/testing/stress/canaries.ts'

/**
 * A database of the first version, in which each of six projects has a secret: in the result of a Semgrep rule for secrets,
 * with its validation and without, and of a rule with CWE-798; in the SARIF of Semgrep and gitleaks; in the message and
 * comment of a findings answer. It stands in another finding of the file too, and in the note of a decision on both.
 */
const filled = gunzipSync(readFileSync(new URL('./fixtures/secrets-before.db.gz', import.meta.url)))
const values = [1, 2, 3, 4, 5, 6].map((each) => `Zx7mQ${each}v9Lk${each}Tw`)

const semgrep = (rule: string, value: string) => ({
  version: '1.97.0',
  errors: [],
  paths: { scanned: ['config/ci.py'] },
  results: [
    {
      check_id: rule,
      path: 'config/ci.py',
      start: { line: 7, col: 1 },
      end: { line: 7, col: 40 },
      extra: {
        message: `The token "${value}" stands in the code`,
        severity: 'ERROR',
        lines: `token = "${value}"`,
        fingerprint: 'ab'.repeat(20),
        metadata: { cwe: ['CWE-798: Use of Hard-coded Credentials'], technology: ['python'] },
      },
    },
  ],
})

/** The same database after statements were run in it. */
function changed(statements: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-before-'))
  const file = join(folder, 'before.db')
  writeFileSync(file, filled)
  const connection = openFile(file)
  connection.exec(statements)
  connection.close()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}

it('keeps commits, regions and other words that stand beside a secret', async () => {
  const commit = '9f2c1ab4d5e6f708192a3b4c5d6e7f8091a2b3c4'
  const said = `Found at commit ${commit} in us-east-1, see SHOP-1234.`
  const { services } = await startTestService({
    filled: changed(`
      update finding set document_json = json_set(document_json, '$.rule_message', '${said}',
        '$.secret.historicalInfo.gitCommit', '${commit}') where type = 2;
      update finding_detail set code_json = '{"startLine":7,"lines":["connect("us-east-1", key="[removed]")"]}'
        where finding_id in (select id from finding where type = 2);
      update finding_event set note = '${said}';
      update scan set meta_json = json_set(meta_json, '$.note', '${said}')`),
  })
  const { read } = services.database
  const notes = await read.selectFrom('finding_event').select('note').execute()
  expect(new Set(notes.map(({ note }) => note))).toEqual(new Set([said]))
  const scans = await read.selectFrom('scan').select('meta_json').execute()
  for (const { meta_json } of scans) expect(meta_json).toContain(said)
  const secrets = await read.selectFrom('finding').select('document_json').where('type', '=', 2).execute()
  expect(secrets.filter(({ document_json }) => document_json.includes(commit)).length).toBeGreaterThan(1)
  expect(secrets.filter(({ document_json }) => document_json.includes(said)).length).toBeGreaterThan(1)
})

it('leaves no value of a secret in any file or column', async () => {
  expect(foundIn(filled.toString('latin1'), values)).toEqual(values)
  const service = await startTestService({ filled })
  const found = [...everythingIn(service.services.config.dataFolder)].flatMap(([name, text]) =>
    foundIn(text, values).map((value) => `${value} in ${name}`),
  )
  expect(found).toEqual([])
})

it('keeps findings, their decisions and what else was said', async () => {
  const { services } = await startTestService({ filled })
  const rows = await services.database.read
    .selectFrom('finding')
    .innerJoin('project', 'project.id', 'finding.project_id')
    .select(['project.name', 'finding.type', 'finding.triage_comment', 'finding.path'])
    .select('finding.secret_hash')
    .where('finding.removed', '=', 0)
    .orderBy('finding.id')
    .execute()
  expect(rows.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'acme/semgrep-rule 2',
    'acme/semgrep-rule 0',
    'acme/semgrep-validated 2',
    'acme/semgrep-validated 0',
    'acme/semgrep-weakness 0',
    'acme/semgrep-weakness 0',
    'acme/sarif-semgrep 2',
    'acme/sarif-gitleaks 2',
    'acme/answer 2',
  ])
  expect(new Set(rows.map(({ triage_comment }) => triage_comment))).toEqual(new Set(['known: [removed]']))
})

it.each([
  ['semgrep-rule', 'generic.secrets.security.token', values[0]],
  ['semgrep-weakness', 'python.hardcoded', values[2]],
])('the next scan of %s knows its secret again', async (project, rule, value = '') => {
  const service = await startTestService({ filled })
  service.clock.now += 24 * 3600_000
  const { status, body } = await service.call(createScan, {
    query: { project: `acme/${project}` },
    body: semgrep(rule, value),
  })
  expect([status, body.report]).toMatchObject([201, { new: 0 }])
  const rows = await service.services.database.read
    .selectFrom('finding')
    .innerJoin('project', 'project.id', 'finding.project_id')
    .select(['finding.status', 'finding.state', 'finding.type'])
    .where('project.name', '=', `acme/${project}`)
    .where('finding.line', '=', 7)
    .where('finding.removed', '=', 0)
    .execute()
  // Ignored, unresolved, a secret.
  expect(rows).toEqual([{ status: 2, state: 0, type: 2 }])
})
