import { pino } from 'pino'
import { expect, test } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { exportFindings } from '#contract/operations/export.ts'
import { getFinding, listFindings } from '#contract/operations/findings.ts'
import { searchScans } from '#contract/operations/scans.ts'
import { startWithReceiver } from '#server/notifications/testing/webhook-service.ts'
import { foundIn } from '#server/testing/stress/canaries.ts'
import { credentialFiles } from '#server/testing/stress/credential-canaries.ts'
import { columnsOf } from '#server/testing/whole-database.ts'
import { upload } from '../testing/upload.ts'

const canary = (number: number) => `Zx7wq${number}kVm3R8t`

test('no place of a report shows what a rule for hard-coded credentials found', async () => {
  const log: string[] = []
  const logger = pino({ level: 'trace' }, { write: (text: string) => void log.push(text) })
  const service = await startWithReceiver({ logger })
  await service.services.jobs.start({ alone: true })
  await service.add(['finding.new', 'finding.reopened', 'scan.failed', 'scan.held'])
  const { files, values } = credentialFiles(canary)
  const texts = new Map<string, string>()
  for (const [index, { name, file }] of files.entries()) {
    const { status, text } = await upload(service, file, { project: `acme/p${index}`, commit: 'c0ffee1' })
    expect([name, status, status === 201 ? '' : text]).toEqual([name, 201, ''])
    texts.set(`upload of ${name}`, text)
  }
  await service.settle()
  const { body, text } = await service.call(listFindings, { query: { page_size: 3000 } })
  texts.set('list', text)
  for (const { id } of body.sastFindings?.findings ?? [])
    texts.set(`finding ${id}`, (await service.call(getFinding, { path: { id } })).text)
  for (const format of ['csv', 'json', 'sarif'] as const)
    texts.set(format, (await service.call(exportFindings, { query: { issue_type: 'sast', format } })).text)
  texts.set('scans', (await service.call(searchScans, { body: {} })).text)
  texts.set('audit', (await service.call(listAudit, {})).text)
  texts.set('webhook', service.receiver.received.map((each) => each.body).join('\n'))
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
