// Measures the memory that imports take beyond that of a service at rest: `node scripts/import-memory.ts [shape] [at once]`
// starts the built service on an empty folder and sends so many reports of 120,000 results. Results: docs/reliability.md.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const results = 120_000
const token = 'gate_importmem_0123456789abcdefghijklmnop'
const headers = { authorization: `Bearer ${token}` }

const semgrep = (more: (at: number) => { extra?: object }) =>
  JSON.stringify({
    version: '1.97.0',
    errors: [],
    paths: { scanned: [] },
    results: Array.from({ length: results }, (_, at) => {
      const { extra, ...place } = more(at)
      const line = 1 + Math.floor(at / 50)
      return {
        check_id: 'rules.equal',
        path: `src/a${at % 50}.py`,
        ...{ start: { line, col: 1 }, end: { line, col: 20 }, ...place },
        extra: {
          message: 'An equal match of a rule that says a sentence about it.',
          ...{ severity: 'WARNING', metadata: { category: 'security', cwe: ['CWE-79: XSS'] } },
          ...{ lines: 'eval(request.args["x"])', fingerprint: 'requires login', ...extra },
        },
      }
    }),
  })

const region = (at: number) => ({
  ...{ startLine: Math.floor(at / 400) + 1, startColumn: 3, endColumn: 40 },
  snippet: { text: `  call(request.query.value${at})` },
})

const sarif = () =>
  JSON.stringify({
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'Bench', rules: Array.from({ length: 200 }, (_, at) => ({ id: `rule-${at}` })) },
        },
        results: Array.from({ length: results }, (_, at) => ({
          ruleId: `rule-${at % 200}`,
          message: { text: `The value of argument ${at} comes from a request.` },
          partialFingerprints: { primaryLocationLineHash: `${at.toString(16)}:1` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: `src/module-${at % 400}.ts` },
                region: region(at),
              },
            },
          ],
        })),
      },
    ],
  })

const shapes: Record<string, () => string> = {
  equal: () => semgrep(() => ({})),
  differing: () =>
    semgrep((at) => ({
      check_id: `rules.r${at % 300}`,
      path: `src/d${at % 97}/module-${at % 4000}.py`,
      extra: { message: `Argument ${at} is not checked.`, lines: `  eval(request.args["x${at}"], ${at})` },
    })),
  sarif,
}

const [shape = 'equal', atOnce = '1'] = process.argv.slice(2)
const body = shapes[shape]?.() ?? ''
const data = mkdtempSync(join(tmpdir(), 'import-memory-'))
const child = spawn(process.execPath, ['dist/server/main.js', 'serve'], {
  env: { ...process.env, PORT: '0', GATEHOUSE_DATA: data, SQLITE_TMPDIR: data, GATEHOUSE_TOKEN: token },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const address = await new Promise<string>((resolve) => {
  child.stdout.on('data', (text) => {
    const found = /listening at (http:\/\/[\d.:]+)/.exec(text)
    if (found?.[1]) resolve(found[1])
  })
})
const used = () =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024

// parse: the service's own answer.
const answerOf = async (response: Response) =>
  (await response.json()) as { state?: string; location?: string; detail?: string }

async function send(_: unknown, at: number): Promise<string> {
  const url = `${address}/api/v1/deployments/main/scans?project=acme/p${at}`
  let answer = await answerOf(await fetch(url, { method: 'POST', headers, body }))
  while (answer.state === 'queued' || answer.state === 'running') {
    await delay(500)
    answer = await answerOf(await fetch(`${address}${answer.location}`, { headers }))
  }
  return answer.state ?? answer.detail ?? 'done'
}

await delay(3_000)
const rest = used()
let peak = rest
const timer = setInterval(() => {
  peak = Math.max(peak, used())
}, 20)
const outcomes = await Promise.all(Array.from({ length: Number(atOnce) }, send))
clearInterval(timer)
child.kill('SIGKILL')
rmSync(data, { recursive: true, force: true })
process.stdout.write(
  `${shape} × ${atOnce}: ${Math.round(peak - rest)} MB beyond the ${Math.round(rest)} MB at rest (${outcomes.join(', ')})\n`,
)
