import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { result, semgrep } from '../scans/testing/upload.ts'
import { dataFolder, type Ended, gatehouse, serveFor } from '../testing/command-line.ts'

const token = 'token-of-automation-0123456789abcdef'
const api = '/api/v1/deployments/main'

const xss = result('xss', 'app.py', 'render(name)', 10)
const sqli = result('sqli', 'db/query.py', 'execute(text)', 20)

/** A service with a project whose main branch has one finding, and a folder for reports. */
async function started() {
  const folder = await dataFolder()
  const served = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
  onTestFinished(async () => {
    await served.stop()
  })
  const write = async (name: string, value: unknown) => {
    const file = join(folder, name)
    await writeFile(file, JSON.stringify(value))
    return file
  }
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${served.base}${api}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return response.json()
  }
  const base = await write('base.json', semgrep([xss]))
  const gate = (words: string[], environment: Record<string, string> = {}): Promise<Ended> =>
    gatehouse(['gate', '--project', 'acme/shop', ...words], {
      GATEHOUSE_URL: served.base,
      GATEHOUSE_TOKEN: token,
      ...environment,
    })
  const imported = await gatehouse(
    ['import', base, '--project', 'acme/shop', '--ref', 'main', '--commit', 'ba5e'],
    { GATEHOUSE_DATA: folder },
  )
  expect(imported.status).toBe(0)
  const modes = async (policyMode: string, ...rulePaths: string[]) => {
    const { policies } = await call('GET', 'policies')
    await call('POST', `policies/${policies[0].id}/modes`, { rulePaths, policyMode })
  }
  return { folder, served, write, call, gate, modes }
}

const change = ['--ref', 'refs/pull/7/merge', '--commit', 'c0ffee', '--pull-request', '7']

it('sends a report over the network, decides, and decides again after triage', async () => {
  const { folder, write, call, gate, modes } = await started()
  const report = await write('report.json', semgrep([xss, sqli]))
  const [markdown, sarif] = [join(folder, 'comment.md'), join(folder, 'new.sarif')]
  const first = await gate([report, ...change, '--markdown', markdown, '--sarif', sarif])
  expect(first).toMatchObject({ status: 0, errors: '' })
  expect(first.output).toContain(
    'PASS: acme/shop c0ffee on refs/pull/7/merge, compared with refs/heads/main\n',
  )

  await modes('MODE_BLOCK', 'sqli')
  const failed = await gate([...change, '--markdown', markdown, '--sarif', sarif])
  expect(failed.status).toBe(1)
  expect(failed.output).toMatch(
    /^FAIL: acme\/shop c0ffee .*\n {2}1 finding blocks\.\n {2}block {3}high {5}sqli {2}db\/query\.py:20 {2}\(new, by Code\)\n/,
  )
  const comment = await readFile(markdown, 'utf8')
  expect(comment).toMatch(/^<!-- gatehouse:gate acme%2Fshop -->\n### Gatehouse: `acme\/shop` is blocked\n/)
  expect(comment).toContain('| **blocks** | high | [`sqli`](')
  const { runs } = JSON.parse(await readFile(sarif, 'utf8'))
  expect(runs[0].results).toEqual([
    expect.objectContaining({
      ruleId: 'sqli',
      level: 'error',
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'db/query.py' }, region: { startLine: 20 } } },
      ],
    }),
  ])

  const { findings } = JSON.parse((await gate([...change, '--json'])).output)
  await call('POST', 'triage', {
    issue_type: 'sast',
    issue_ids: [findings[0].id],
    new_triage_state: 'ignored',
  })
  expect((await gate(change)).status).toBe(0)
})

it('takes for newly detected what a rule that the base did not know finds in files that are the same', async () => {
  const { folder, write, gate, modes } = await started()
  const repository = join(folder, 'repository')
  await mkdir(repository)
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {
      cwd: repository,
      encoding: 'utf8',
    }).trim()
  const commit = async (name: string) => {
    await writeFile(join(repository, name), name)
    git('add', '.')
    git('commit', '-qm', name)
    return git('rev-parse', 'HEAD')
  }
  git('init', '-q', '-b', 'main')
  await writeFile(join(repository, 'lib.py'), 'renamed')
  const base = await commit('app.py')
  git('checkout', '-qb', 'topic')
  // The report is sent with the names of renamed files.
  git('mv', 'lib.py', 'tool.py')
  const head = await commit('net.py')
  await gate([await write('main.json', semgrep([xss, sqli])), '--ref', 'main', '--commit', base])
  const old = result('fresh', 'app.py', 'old()', 90)
  const added = result('fresh', 'net.py', 'added()', 1)
  const report = await write('report.json', semgrep([xss, sqli, old, added]))
  const words = [report, '--ref', 'topic', '--commit', head]
  expect((await gate(words)).status).toBe(0)
  await modes('MODE_BLOCK', 'fresh')
  const ended = await gatehouse(['gate', '--project', 'acme/shop', ...words], {
    GATEHOUSE_DATA: folder,
    GIT_DIR: join(repository, '.git'),
  })
  expect(ended.status).toBe(1)
  expect(ended.output).toMatch(/block {3}high {5}fresh {2}net\.py:1 {2}\(new, by Code\)/)
  expect(ended.output).toMatch(
    /inform {2}high {5}fresh {2}app\.py:90 {2}\(existing, newly detected, by Code\)/,
  )
})

it('has no verdict where a report is rejected, a source is missing or nobody answers', async () => {
  const { write, call, gate } = await started()
  const broken = await write('broken.json', { nothing: true })
  const rejected = await gate([broken, ...change])
  expect(rejected.status).toBe(3)
  expect(rejected.errors).toMatch(/The reports were not imported\.\ngatehouse: No verdict\.\n$/)
  expect((await gate([broken, ...change, '--on-error', 'pass'])).status).toBe(0)
  expect((await gate([broken, ...change, '--on-error', 'fail'])).status).toBe(1)

  await call('PATCH', 'projects/acme%2Fshop', { gate: { required_sources: [{ tool: 'Trivy' }] } })
  const waiting = await gate([await write('report.json', semgrep([xss])), ...change])
  expect(waiting).toMatchObject({ status: 3, output: expect.stringContaining('Waiting for Trivy') })

  const closed = { GATEHOUSE_URL: 'http://127.0.0.1:9' }
  const silent = await gate([...change, '--timeout', '0'], closed)
  expect(silent).toMatchObject({
    status: 3,
    errors: expect.stringMatching(/^gatehouse: http:\/\/127\.0\.0\.1:9 cannot be reached: .*\n/),
  })
  const stranger = await gate(change, { GATEHOUSE_TOKEN: 'unknown' })
  expect(stranger.status).toBe(3)
})

it('waits while the service is busy, and takes the token nowhere else', async () => {
  const { gate, served, write } = await started()
  await gate([await write('report.json', semgrep([xss])), ...change])
  let busy = 2
  const tokens: (string | undefined)[] = []
  const proxy = createServer((request, response) => {
    tokens.push(request.headers.authorization)
    if (request.url?.startsWith('/moved')) {
      response.writeHead(302, { location: served.base }).end()
      return
    }
    if (busy-- > 0) {
      response.writeHead(503, { 'retry-after': '1' }).end()
      return
    }
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const answer = await fetch(`${served.base}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(parts.length > 0 ? { body: Buffer.concat(parts) } : {}),
      })
      response.writeHead(answer.status).end(await answer.text())
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.close()
  })
  const base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  expect((await gate(change, { GATEHOUSE_URL: base })).status).toBe(0)
  const moved = await gate(change, { GATEHOUSE_URL: `${base}/moved` })
  expect(moved).toMatchObject({ status: 3, errors: expect.stringContaining('redirects to another address') })
})

it.each([
  ['no project', ['gate', '--commit', 'a1'], /--project is missing/],
  ['no commit', ['gate', '--project', 'a/b'], /--commit is missing/],
  ['a wrong time', ['gate', '--project', 'a/b', '--commit', 'a1', '--wait', 'x'], /--wait is "x"/],
  ['a wrong outcome', ['gate', '--project', 'a/b', '--commit', 'a1', '--on-error', 'x'], /--on-error is "x"/],
])('says what is wrong: %s', async (_, words, line) => {
  const ended = await gatehouse(words, { GATEHOUSE_URL: 'http://127.0.0.1:9', GATEHOUSE_TOKEN: token })
  expect(ended).toMatchObject({ status: 2, output: '', errors: expect.stringMatching(line) })
})
