import { made, semgrepFile } from '../../e2e/scan-file.ts'
import { type Row, rowOf } from '../row.ts'
import type { Place } from './place.ts'
import { ask } from './running.ts'
import { workBeside } from './work-beside.ts'

const results = 30_000

/** Imports of 30,000 results each, in both formats, with others at work meanwhile. */
export async function imported(place: Place): Promise<Row[]> {
  return [
    ...(await oneFormat(place, 'Semgrep JSON', semgrepFile(made(results)))),
    ...(await oneFormat(place, 'SARIF', JSON.stringify(sarifOf(results)))),
  ]
}

async function oneFormat(place: Place, format: string, body: string): Promise<Row[]> {
  const { base } = place.service
  const { id } = JSON.parse((await ask(base, '/api/v1/deployments')).text).deployments[0]
  const upload = (name: string) =>
    ask(base, `/api/v1/deployments/${id}/scans?project=bench/${name}`, { method: 'POST', body })
  const during = `an import of ${format}`
  const said = { part: 'ingest' } as const
  const name = format.toLowerCase().replaceAll(' ', '-')

  const before = place.service.memory()
  let most = before ?? 0
  const watching = setInterval(() => {
    most = Math.max(most, place.service.memory() ?? 0)
  }, 20)
  const alone: number[] = []
  for (let turn = 0; turn < 5; turn++) alone.push((await upload(`${name}-${turn}`)).took)
  clearInterval(watching)

  const end = new AbortController()
  const beside = workBeside(place, end.signal, { ...said, during })
  for (let turn = 0; turn < 3; turn++) await upload(`${name}-beside-${turn}`)
  end.abort()
  return [
    rowOf(
      { ...said, unit: 'ms', what: `import of ${results} results of ${format}`, target: '≤ 10 s' },
      alone,
      null,
      (p95) => p95 <= 10_000,
    ),
    ...(before === null
      ? []
      : [
          rowOf(
            { ...said, unit: 'MB', what: `memory that ${during} takes beyond rest`, target: '≤ 400 MB' },
            [most - before],
            null,
            (p95) => p95 <= 400,
          ),
        ]),
    ...(await beside),
  ]
}

/** A SARIF log of so many results in four hundred files, as scanners write them. */
function sarifOf(count: number) {
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
          message: { text: `The value of argument ${index} comes from a request.` },
          partialFingerprints: { primaryLocationLineHash: `${index.toString(16)}:1` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: `src/module-${index % 400}/handler.ts` },
                region: {
                  startLine: Math.floor(index / 400) + 1,
                  startColumn: 3,
                  endLine: Math.floor(index / 400) + 1,
                  endColumn: 40,
                  snippet: { text: `  call(request.query.value${index})` },
                },
              },
            },
          ],
        })),
      },
    ],
  }
}
