import { expect, test } from 'vitest'
import { repeatedOnEngine } from '#server/testing/database.ts'
import { projects } from './testing/project.ts'

const project = projects()

const advisory = {
  findings: [{ version: '1.4.0', paths: ['.>parse-form'] }],
  id: 88,
  title: 'Overrun',
  module_name: 'parse-form',
  cves: ['CVE-2026-21'],
  patched_versions: '>=1.4.2',
  severity: 'high',
  url: 'https://example.com/advisories/88',
}
const counts = { vulnerabilities: { high: 1 } }
const npm = {
  auditReportVersion: 2,
  vulnerabilities: {
    'parse-form': { name: 'parse-form', severity: 'high', via: [{ ...advisory, dependency: 'parse-form' }] },
  },
  metadata: counts,
}
const pnpm = { advisories: { 88: advisory }, metadata: counts }
const lines = (...each: object[]) => each.map((line) => JSON.stringify(line)).join('\n')
const yarn = lines(
  { type: 'auditAdvisory', data: { resolution: { id: 88, path: 'parse-form' }, advisory } },
  { type: 'auditSummary', data: counts },
)

const registry = 'https://npm.example.com/-/npm/v1/security/advisories/bulk'
const answer = { method: 'POST', uri: registry, headers: { date: ['Mon'] }, statusCode: 502, body: '' }
const noText = { summary: '', detail: '' }

/** A report of an audit, what the same command writes if it fails, and what its messages say. */
const errors: [what: string, good: unknown, failed: unknown, says: RegExp][] = [
  [
    'npm without a lockfile',
    npm,
    { error: { code: 'ENOLOCK', summary: 'A lockfile is required.', detail: 'Create one first.' } },
    /^The audit failed: ENOLOCK: A lockfile is required\. Create one first\.$/,
  ],
  [
    'npm whose registry answers with an error',
    npm,
    { message: `502 Bad Gateway - POST ${registry}`, ...answer, error: noText },
    /502 Bad Gateway/,
  ],
  [
    'npm 6 whose registry has no audits',
    npm,
    { error: { code: 'ENOAUDIT', summary: 'The registry does not support audits.', detail: '' } },
    /ENOAUDIT: The registry does not support audits/,
  ],
  [
    'npm without a connection',
    npm,
    { message: `request to ${registry}?${'q'.repeat(300)} failed`, error: noText },
    /request to/,
  ],
  [
    'npm whose error went to another stream',
    npm,
    { message: `404 Not Found - POST ${registry}`, ...answer, headers: {}, statusCode: 404 },
    /404 Not Found/,
  ],
  [
    'npm with a certificate of another host',
    npm,
    { error: { code: 'SELF_SIGNED_CERT_IN_CHAIN', summary: 'self-signed certificate', detail: '' } },
    /self-signed certificate/,
  ],
  [
    'pnpm',
    pnpm,
    { error: { code: 'ERR_PNPM_AUDIT_NO_LOCKFILE', message: 'No pnpm-lock.yaml found' } },
    /ERR_PNPM_AUDIT_NO_LOCKFILE: No pnpm-lock\.yaml found/,
  ],
  [
    'Yarn 1',
    yarn,
    lines(
      { type: 'warning', data: 'No license field' },
      { type: 'error', data: 'The registry answers 503.' },
    ),
    /The registry answers 503/,
  ],
  [
    'Yarn 4',
    yarn,
    lines({ type: 'error', name: 35, displayName: 'YN0035', indent: '', data: 'Not Found' }),
    /Not Found/,
  ],
]

test.each(repeatedOnEngine(errors))(
  'an audit that failed changes nothing, and says why: %s',
  async (_, good, failed, says) => {
    const shop = await project()
    await shop.send(good)
    const sent = await shop.send(failed)
    expect(sent).toMatchObject({
      status: 'SCAN_STATUS_ERROR',
      failure: expect.stringMatching(says),
      report: { new: 0, fixed: 0 },
    })
    expect((await shop.vulnerabilities()).map(({ status }) => status)).toEqual(['open'])
  },
)

test('the password of a registry is not in the message of an audit that failed', async () => {
  const shop = await project()
  const message = 'request to https://ci:Br4nd-nEw@npm.example.com/-/npm/v1/security failed'
  const sent = await shop.send({ message, error: noText })
  expect(JSON.stringify(sent)).not.toContain('Br4nd-nEw')
  expect(sent.failure).toContain('npm.example.com/-/npm/v1/security failed')
})

test.each<[string, unknown]>([
  ['an error of another service', { error: { code: 'E1', message: 'no' } }],
  ['an error as text', { error: 'ENOLOCK' }],
  ['an error beside other keys', { error: { code: 'ENOLOCK', summary: 'a', detail: 'b' }, status: 400 }],
  ['an error with other keys', { error: { code: 'ENOLOCK', summary: 'a', detail: 'b', target: 'c' } }],
  ['a problem with a number', { error: { code: 404, summary: 'a', detail: 'b' } }],
  ['a code of another kind', { error: { code: 'InvalidRequest', summary: 'a', detail: 'b' } }],
  ['a message', { message: 'Not Found', documentation_url: 'https://example.com' }],
  ['a request', { message: 'x', method: 'POST', uri: 'https://example.com/pay', statusCode: 500 }],
  ['a log', { type: 'error', data: { text: 'a' } }],
])('%s is no audit', async (_, file) => {
  const shop = await project()
  expect(await shop.refused(file)).toMatch(/Gatehouse reads/)
})
