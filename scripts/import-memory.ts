// Measures the memory that imports take beyond that of a service at rest, on Linux:
// `npm run build && node scripts/import-memory.ts [shape] [results] [at once]` starts the built service on an empty folder
// and sends so many reports at once; without a shape, each shape once. Results: docs/reliability.md.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { reports } from '../bench/formats/reports.ts'
import { runtimeOptions } from '../bin/runtime.mjs'

const token = 'gate_importmem_0123456789abcdefghijklmnop'
const headers = { authorization: `Bearer ${token}` }
/** Larger files are sent compressed. */
const mostBytes = 50 * 1024 * 1024

const listOf = <T>(length: number, each: (at: number) => T): T[] =>
  Array.from({ length }, (_, at) => each(at))

const semgrep = (results: object[]) =>
  JSON.stringify({ version: '1.97.0', errors: [], paths: { scanned: [] }, results })

const matchAt = (at: number, checkId: string, path: string, message: string, lines: string) => {
  const line = 1 + Math.floor(at / 50)
  return {
    ...{ check_id: checkId, path, start: { line, col: 1 }, end: { line, col: 20 } },
    extra: {
      ...{ message, lines, severity: 'WARNING', fingerprint: 'requires login' },
      metadata: { category: 'security', cwe: ['CWE-79: XSS'] },
    },
  }
}

const sarif = (results: number, textOf: (at: number) => string, snippetOf: (at: number) => string) =>
  JSON.stringify({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Bench', rules: listOf(200, (at) => ({ id: `rule-${at}` })) } },
        results: listOf(results, (at) => ({
          ruleId: `rule-${at % 200}`,
          message: { text: textOf(at) },
          partialFingerprints: { primaryLocationLineHash: `${at.toString(16)}:1` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: `src/module-${at % 400}.ts` },
                region: {
                  ...{ startLine: Math.floor(at / 400) + 1, startColumn: 3, endColumn: 40 },
                  snippet: { text: snippetOf(at) },
                },
              },
            },
          ],
        })),
      },
    ],
  })

const sentence = (at: number) => `The value of argument ${at} comes from a request.`
const call = (at: number) => `  call(request.query.value${at})`

const component = (at: number) => ({
  ...{ type: 'library', 'bom-ref': `c${at}`, name: `package-${at}`, version: `1.${at % 90}.${at % 7}` },
  purl: `pkg:npm/package-${at}@1.${at % 90}.${at % 7}`,
  licenses: [{ license: { id: at % 3 ? 'MIT' : 'Apache-2.0' } }],
  hashes: [{ alg: 'SHA-256', content: at.toString(16).padStart(64, '0') }],
})

/** Shapes that are made to take much, beside what each scanner writes. */
const shapes: Record<string, (results: number) => string> = {
  equal: (results) =>
    semgrep(
      listOf(results, (at) =>
        matchAt(
          at,
          'rules.equal',
          `src/a${at % 50}.py`,
          'An equal match of a rule that says a sentence about it.',
          'eval(request.args["x"])',
        ),
      ),
    ),
  differing: (results) =>
    semgrep(
      listOf(results, (at) =>
        matchAt(
          at,
          `rules.r${at % 300}`,
          `src/d${at % 97}/module-${at % 4000}.py`,
          `Argument ${at} is not checked.`,
          `  eval(request.args["x${at}"], ${at})`,
        ),
      ),
    ),
  tiny: (results) =>
    semgrep(
      listOf(results, (at) => ({
        check_id: 'a',
        path: 'b',
        start: { line: at + 1 },
        end: { line: at + 1 },
        extra: { message: '', lines: '' },
      })),
    ),
  sarif: (results) => sarif(results, sentence, call),
  'long messages': (results) => sarif(results, (at) => sentence(at).repeat(20), call),
  'long code': (results) => sarif(results, sentence, (at) => `${call(at)}\n`.repeat(10)),
  components: (results) =>
    JSON.stringify({
      ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
      components: listOf(results, component),
      dependencies: listOf(results, (at) => ({
        ref: `c${at}`,
        dependsOn: listOf(8, (step) => `c${(at * 7 + step * 13 + 1) % results}`),
      })),
    }),
  ...Object.fromEntries(reports.map(({ name, text }) => [name, (results: number) => text(results, false)])),
}

async function measure(shape: string, results: number, atOnce: number): Promise<string> {
  const text = shapes[shape]?.(results)
  if (text === undefined) throw new Error(`the shapes are: ${Object.keys(shapes).join(', ')}`)
  const size = Buffer.byteLength(text)
  const body = size > mostBytes ? gzipSync(text) : text
  const data = mkdtempSync(join(tmpdir(), 'import-memory-'))
  const child = spawn(process.execPath, [...runtimeOptions, 'dist/server/main.js', 'serve'], {
    env: { ...process.env, PORT: '0', GATEHOUSE_DATA: data, SQLITE_TMPDIR: data, GATEHOUSE_TOKEN: token },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    const address = await new Promise<string>((resolve) => {
      child.stderr.on('data', (line) => {
        const found = /listening at (http:\/\/[\d.:]+)/.exec(line)
        if (found?.[1]) resolve(found[1])
      })
    })
    await delay(3_000)
    const used = () =>
      Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
    const rest = used()
    const peaks = { reading: rest, applying: rest }
    let phase: keyof typeof peaks = 'reading'
    const timer = setInterval(() => {
      peaks[phase] = Math.max(peaks[phase], used())
    }, 20)
    const began = performance.now()
    const sending = listOf(atOnce, (at) =>
      send(address, `acme/p${at}`, body, () => {
        phase = 'applying'
      }),
    )
    const outcomes = await Promise.all(sending)
    clearInterval(timer)
    const beyond = (peak: number) => `${Math.round(peak - rest)} MB`
    return [
      `${shape}, ${results} × ${atOnce}, ${(size / 1024 ** 2).toFixed(0)} MB`,
      `beyond the ${Math.round(rest)} MB at rest ${beyond(Math.max(...Object.values(peaks)))}`,
      `until the first answer ${beyond(peaks.reading)}, after it ${beyond(peaks.applying)}`,
      `${((performance.now() - began) / 1000).toFixed(1)} s`,
      [...new Set(outcomes)].join(', '),
    ].join(' | ')
  } finally {
    child.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  }
}

// parse: the service's own answer.
const answerOf = async (response: Response) =>
  (await response.json()) as { state?: string; error?: string; location?: string; detail?: string }

async function send(
  address: string,
  project: string,
  body: string | Uint8Array<ArrayBuffer>,
  answered: () => void,
) {
  const url = `${address}/api/v1/deployments/main/scans?project=${project}`
  let answer = await answerOf(await fetch(url, { method: 'POST', headers, body }))
  answered()
  while (answer.state === 'queued' || answer.state === 'running') {
    await delay(500)
    answer = await answerOf(await fetch(`${address}${answer.location}`, { headers }))
  }
  return answer.error ?? answer.state ?? answer.detail ?? 'done'
}

const [wanted, results = '120000', atOnce = '1'] = process.argv.slice(2)
for (const shape of wanted ? [wanted] : Object.keys(shapes))
  process.stdout.write(`${await measure(shape, Number(results), Number(atOnce))}\n`)
