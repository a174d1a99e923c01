import { setTimeout as wait } from 'node:timers/promises'
import { generateFindings, semgrepFile } from '../../e2e/support/scan-file.ts'
import { type Row, rowOf } from '../row.ts'
import { runConcurrently } from './concurrent-work.ts'
import { sendRequest } from './processes.ts'
import type { BenchSetup } from './setup.ts'

const results = 30_000

/** Imports of 30,000 results in both formats, with and without other users, and second scans with moved lines. */
export async function imports(setup: BenchSetup): Promise<Row[]> {
  return [
    ...(await oneFormat(setup, 'Semgrep JSON', semgrepFile(generateFindings(results)))),
    ...(await oneFormat(setup, 'SARIF', JSON.stringify(sarifOf(results)))),
    await secondScan(setup, 'SARIF', {}),
    await secondScan(setup, 'SARIF without code and fingerprint', { baseline: true }),
  ]
}

/** Uploads a file and waits until it is applied, even if the import becomes a job. @returns milliseconds. */
async function upload(setup: BenchSetup, project: string, body: string): Promise<number> {
  const { base } = setup.service
  const begun = performance.now()
  const { text } = await sendRequest(base, setup.at(`/scans?project=bench/${project}`), {
    method: 'POST',
    body,
  })
  let answer = JSON.parse(text)
  while (answer.state === 'queued' || answer.state === 'running') {
    await wait(20)
    answer = JSON.parse((await sendRequest(base, answer.location)).text)
  }
  if (answer.state === 'failed' || answer.state === 'cancelled')
    throw new Error(`bench/${project}: the import ${answer.state}: ${answer.error}`)
  return performance.now() - begun
}

/** A second scan in which each line moved, so that each finding must be matched in its file. */
async function secondScan(setup: BenchSetup, format: string, shape: Shape): Promise<Row> {
  const [first, second] = [sarifOf(results, shape), sarifOf(results, { ...shape, moved: 3 })]
  const samples: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    const project = `again-${shape.baseline ? 'baseline' : 'sent'}-${turn}`
    await upload(setup, project, JSON.stringify(first))
    samples.push(await upload(setup, project, JSON.stringify(second)))
  }
  return rowOf(
    {
      part: 'ingest',
      unit: 'ms',
      what: `a second scan of ${results} results of ${format}, all moved`,
      target: '≤ 10 s',
    },
    samples,
    null,
    (p95) => p95 <= 10_000,
  )
}

async function oneFormat(setup: BenchSetup, format: string, body: string): Promise<Row[]> {
  const during = `an import of ${format}`
  const labels = { part: 'ingest' } as const
  const name = format.toLowerCase().replaceAll(' ', '-')

  const before = setup.service.memory()
  let peakMemory = before ?? 0
  const watching = setInterval(() => {
    peakMemory = Math.max(peakMemory, setup.service.memory() ?? 0)
  }, 20)
  const alone: number[] = []
  for (let turn = 0; turn < 5; turn++) alone.push(await upload(setup, `${name}-${turn}`, body))
  clearInterval(watching)

  const end = new AbortController()
  const concurrentRows = runConcurrently(setup, end.signal, { ...labels, during })
  for (let turn = 0; turn < 3; turn++) await upload(setup, `${name}-beside-${turn}`, body)
  end.abort()
  return [
    rowOf(
      { ...labels, unit: 'ms', what: `import of ${results} results of ${format}`, target: '≤ 10 s' },
      alone,
      null,
      (p95) => p95 <= 10_000,
    ),
    ...(before === null
      ? []
      : [
          rowOf(
            { ...labels, unit: 'MB', what: `memory that ${during} takes beyond rest`, target: '≤ 400 MB' },
            [peakMemory - before],
            null,
            (p95) => p95 <= 400,
          ),
        ]),
    ...(await concurrentRows),
  ]
}

interface Shape {
  /** By how many lines each result stands further down. */
  moved?: number
  /** Neither code nor fingerprints are sent. */
  baseline?: boolean
}

/** A SARIF log of so many results in four hundred files, as scanners write them. */
function sarifOf(count: number, { moved = 0, baseline = false }: Shape = {}) {
  const rules = Array.from({ length: 200 }, (_, index) => ({
    id: `bench.rule-${index}`,
    shortDescription: { text: `What rule ${index} looks for` },
    fullDescription: { text: 'A value from outside reaches a call that trusts it. '.repeat(3) },
    defaultConfiguration: { level: index % 3 === 0 ? 'error' : 'warning' },
  }))
  return {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [
      {
        tool: { driver: { name: 'Bench', version: '1.0.0', rules } },
        results: Array.from({ length: count }, (_, index) => ({
          ruleId: `bench.rule-${index % rules.length}`,
          ruleIndex: index % rules.length,
          level: 'warning',
          message: {
            text: baseline
              ? 'The value comes from a request.'
              : `The value of argument ${index} comes from a request.`,
          },
          ...(baseline
            ? {}
            : { partialFingerprints: { primaryLocationLineHash: `${index.toString(16)}:1` } }),
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: `src/module-${index % 400}/handler.ts` },
                region: {
                  startLine: Math.floor(index / 400) + 1 + moved,
                  startColumn: 3,
                  endLine: Math.floor(index / 400) + 1 + moved,
                  endColumn: 40,
                  ...(baseline ? {} : { snippet: { text: `  call(request.query.value${index})` } }),
                },
              },
            },
          ],
        })),
      },
    ],
  }
}
