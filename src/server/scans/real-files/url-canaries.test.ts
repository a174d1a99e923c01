import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createComment, editComment } from '#contract/operations/comments.ts'
import { exportFindings } from '#contract/operations/export.ts'
import { getFinding, listFindings } from '#contract/operations/findings.ts'
import { getCodeowners, setCodeowners } from '#contract/operations/owners.ts'
import { patchFinding } from '#contract/operations/ticket.ts'
import { triage } from '#contract/operations/triage.ts'
import { importVex } from '#contract/operations/vex.ts'
import { startTestService } from '#server/testing/service.ts'
import { foundIn } from '#server/testing/stress/canaries.ts'
import { urlCanaryFiles } from '#server/testing/stress/url-canaries.ts'
import { columnsOf } from '#server/testing/whole-database.ts'
import { result, semgrep, upload } from '../testing/upload.ts'

const canary = (number: number) => `Zx7wq${number}kVm3R8t`

test('no URL in a file of any reader leaves its credential in the database, an answer or the log', async () => {
  const log: string[] = []
  const logger = pino({ level: 'trace' }, { write: (text: string) => void log.push(text) })
  const service = await startTestService({ logger })
  const { files, values } = urlCanaryFiles(canary)
  const texts = new Map<string, string>()
  for (const [index, { name, file }] of files.entries()) {
    const { status, text } = await upload(service, file, { project: `acme/p${index}`, commit: 'c0ffee1' })
    expect([name, status, status === 201 ? '' : text]).toEqual([name, 201, ''])
    texts.set(`upload of ${name}`, text)
  }
  for (const type of ['sast', 'sca', 'secrets'] as const)
    for (const format of ['csv', 'json', 'sarif'] as const)
      texts.set(
        `${format} of ${type}`,
        (await service.call(exportFindings, { query: { issue_type: type, format } })).text,
      )
  texts.set('log', log.join(''))
  for (const [column, content] of await columnsOf(service.services.database)) texts.set(column, content)
  const found = [...texts].flatMap(([name, each]) =>
    foundIn(each, values).map((value) => {
      const from = files.find(({ places }) => places.has(value))
      return `${from?.name}: ${from?.places.get(value)} in ${name}`
    }),
  )
  expect(found).toEqual([])
})

test('no URL that a person, a pipeline or a VEX document sends leaves its credential', async () => {
  const service = await startTestService()
  const { call } = service
  let number = 0
  const url = () => `https://ann:${canary(++number)}@git.example/a?access_token=${canary(++number)}`
  const token = () => `https://git.example/a?access_token=${canary(++number)}`
  const path = 'src/a.py'
  const vulnerability = 'CVE-2024-1'
  await upload(service, semgrep([result('xss', path, `fetch("${url()}")`)]), {
    ref: 'main',
    url: token(),
    ci_job_url: token(),
    commit: 'c0ffee1',
    commit_title: `Clone ${url()}`,
    pull_request_title: `Clone ${url()}`,
    commit_author_name: `Ann ${url()}`,
    category: 'nightly',
  })
  const { body } = await call(listFindings, {})
  const id = body.sastFindings?.findings?.[0]?.id ?? 0
  const { body: comment } = await call(createComment, { path: { id }, body: { text: `See ${url()}` } })
  const commentId = comment.id
  await call(editComment, { path: { id, commentId }, body: { text: `See ${url()} again` } })
  await call(triage, {
    body: { issue_type: 'sast', issue_ids: [id], new_triage_state: 'reviewing', new_note: `See ${url()}` },
  })
  await call(patchFinding, {
    path: { id },
    body: { external_ticket: { url: url(), externalSlug: 'A-1' } },
  })
  const query = { project: 'acme/shop' }
  await call(setCodeowners, { query, body: { content: `# ${url()}\n* @acme/all\n` } })
  const { status } = await call(importVex, {
    query: { project: 'acme/shop' },
    body: Buffer.from(
      JSON.stringify({
        '@context': 'https://openvex.dev/ns/v0.2.0',
        '@id': url(),
        author: `Ann ${url()}`,
        timestamp: '2024-01-01T00:00:00Z',
        version: 1,
        statements: [
          {
            vulnerability: { name: vulnerability },
            products: [{ '@id': 'pkg:npm/lodash@4.17.20' }],
            status: 'not_affected',
            justification: 'vulnerable_code_not_present',
            impact_statement: `See ${url()}`,
          },
        ],
      }),
    ),
  })
  expect(status).toBe(200)
  const values = Array.from({ length: number }, (_, at) => canary(at + 1))
  const found: string[] = []
  for (const [column, content] of await columnsOf(service.services.database))
    found.push(...foundIn(content, values).map((value) => `${value} in ${column}`))
  expect(found).toEqual([])
  const { body: finding } = await call(getFinding, { path: { id } })
  expect(JSON.stringify(finding)).toContain(
    'fetch(\\"https://ann:[removed]@git.example/a?access_token=[removed]\\")',
  )
  expect((await call(getCodeowners, { query })).body.codeowners?.content).toBe(
    '# https://ann:[removed]@git.example/a?access_token=[removed]\n* @acme/all\n',
  )
})

test('refuses the address of a repository or a job with a user, as before', async () => {
  const service = await startTestService()
  for (const parameter of ['url', 'ci_job_url']) {
    const { status, text } = await upload(service, semgrep([]), {
      [parameter]: 'https://ann:hunter2@git.example/a',
    })
    expect([status, text.includes('hunter2')]).toEqual([400, false])
  }
})

test('no URL that stands for a name leaves its credential', async () => {
  const service = await startTestService()
  let number = 0
  const values: string[] = []
  const next = () => {
    const value = canary(++number)
    values.push(value)
    return value
  }
  const password = () => `https://ann:${next()}@git.example/a`
  const parameter = () => `x?access_token=${next()}`
  for (const url of [password, parameter])
    for (const query of [
      { project: url() },
      { ref: `refs/heads/${url()}` },
      { ref: 'main', base_ref: `refs/heads/${url()}` },
      { ref: 'main', category: url() },
      { ref: 'main', part: '1/2', key: url() },
    ]) {
      const { status, text } = await upload(service, semgrep([result('xss', 'a.py', 'x')]), query)
      expect([query, status < 300, foundIn(text, values)]).toEqual([query, true, []])
    }
  const { text } = await service.call(exportFindings, { query: { issue_type: 'sast', format: 'csv' } })
  expect(text).toContain('https://ann:[removed]@git.example/a')
  const stored = [['export', text], ...(await columnsOf(service.services.database))]
  expect(stored.filter(([, content = '']) => foundIn(content, values).length > 0)).toEqual([])
})
