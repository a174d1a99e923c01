import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { result, sample, semgrep } from '../../scans/testing/upload.ts'
import { dataFolder, gatehouse, serveFor } from '../../testing/command-line.ts'

/** A data folder of its own, a way to write files into it, and the command for `acme/shop` there. */
async function place() {
  const folder = await dataFolder()
  return {
    environment: { GATEHOUSE_DATA: folder },
    async file(name: string, content: unknown) {
      const path = join(folder, name)
      await mkdir(join(path, '..'), { recursive: true })
      await writeFile(path, Buffer.isBuffer(content) ? content : JSON.stringify(content))
      return path
    },
    async run(...words: string[]) {
      const { status, output, errors } = await gatehouse(['import', ...words, '--project', 'acme/shop'], {
        GATEHOUSE_DATA: folder,
      })
      return { status, errors, lines: output.trimEnd().split('\n') }
    },
  }
}

const front = semgrep([result('xss', 'front.js', 'render(name)')], { scanned: ['front.js'] })
const back = semgrep([result('sqli', 'back.py', 'query(name)')], { scanned: ['back.py'] })
const cut = sample('semgrep_one_finding.json').subarray(0, -30)

it('imports files of one tool together, so that none fixes what another reports', async () => {
  const { file, run } = await place()
  const files = [await file('reports/back.json', back), await file('reports/front.json', front)]
  const first = await run(...files)
  expect(first).toMatchObject({ status: 0, errors: '' })
  expect(first.lines).toEqual([
    `${files.join(', ')}: read 2: 2 new, 0 fixed, 0 unchanged; nothing skipped`,
    expect.stringMatching(/\/scans\/1$/),
  ])
  const folder = join(files[0] ?? '', '..')
  await file('reports/back.json', { ...back, version: '1.98.0' })
  const second = await run(folder)
  expect(second.errors).toBe(`gatehouse: ${folder}: 2 reports\n`)
  expect(second.lines[0]).toMatch(/: read 2: 0 new, 0 fixed, 2 unchanged/)
})

it('imports files of several tools together', async () => {
  const { file, run } = await place()
  const files = ['codeQL-output.sarif', 'bash-report.sarif']
  const paths = await Promise.all(files.map((name) => file(name, sample(name))))
  const ended = await run(...paths)
  expect(ended).toMatchObject({ status: 0, errors: '' })
  expect(ended.lines[0]).toMatch(/: read 99: 84 new, 0 fixed, 0 unchanged; skipped 15/)
})

it('applies none of the files where one is refused, and says all faults', async () => {
  const { file, run } = await place()
  const files = [await file('a.json', front), await file('b.json', cut), await file('c.json', back)]
  const ended = await run(...files)
  expect(ended).toMatchObject({
    status: 1,
    lines: [`${files[0]}: valid, but not imported`, `${files[2]}: valid, but not imported`],
  })
  expect(ended.errors).toMatch(/b\.json:\d+:\d+ .*\n.*1 of 3 files were rejected; nothing was imported\.\n$/)
  expect((await run(await file('d.json', front))).lines[0]).toMatch(/read 1: 1 new, 0 fixed/)
})

it('joins the parts of a scan from several calls', async () => {
  const { file, run } = await place()
  const first = await run(await file('a.json', front), '--part', '1/2', '--commit', '9f2c1ab')
  expect(first).toMatchObject({ status: 0, errors: '' })
  expect(first.lines).toEqual([
    expect.stringMatching(/a\.json: received as part 1 of 2$/),
    expect.stringMatching(
      /^Nothing is imported until part 2 is received, before \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
    ),
  ])
  const second = await run(await file('b.json', back), '--part', '2/2', '--commit', '9f2c1ab')
  expect(second.lines[0]).toMatch(/b\.json: read 2: 2 new/)
})

it('says in a dry run what would happen, and changes nothing', async () => {
  const { file, run } = await place()
  const one = await file('a.json', front)
  const dry = await run(one, '--dry-run')
  expect(dry).toMatchObject({ status: 0, errors: '' })
  expect(dry.lines).toEqual([
    `${one}: read 1: 1 new, 0 fixed, 0 unchanged; nothing skipped (dry run: nothing was changed)`,
  ])
  const other = await file('b.json', back)
  expect(await run(one, other, '--dry-run')).toMatchObject({
    status: 2,
    errors: 'gatehouse: --dry-run takes one file that is a scan of its own.\n',
  })
  expect((await run(one)).lines[0]).toMatch(/read 1: 1 new, 0 fixed/)
  expect((await run(other, '--dry-run')).lines[0]).toMatch(/read 1: 1 new, 0 fixed.* 1 removed/)
  expect((await run(one)).lines[0]).toMatch(/already imported as scan 1/)
  const broken = await run(await file('c.json', cut), '--dry-run')
  expect(broken).toMatchObject({ status: 1, lines: [''] })
})

it('warns of a scan that is held, and applies it with --accept-empty', async () => {
  const { file, run } = await place()
  await run(await file('many.json', sample('semgrep_many_vulns.json')))
  const empty = await file('empty.json', semgrep([]))
  const held = await run(empty)
  expect(held.status).toBe(0)
  expect(held.errors).toMatch(
    /empty\.json: held: it would fix 48 of 48 open findings of Semgrep, .* Apply it with --accept-empty or at \S+\/scans\/2 before /,
  )
  const dry = await run(empty, '--accept-empty', '--dry-run')
  expect(dry).toMatchObject({ errors: '', lines: [expect.stringMatching(/0 new, 48 fixed/)] })
  const applied = await run(empty, '--accept-empty')
  expect(applied).toMatchObject({ status: 0, errors: '' })
  expect(applied.lines[0]).toMatch(/0 new, 48 fixed/)
})

it('follows a large import to its end, with and without a running service', async () => {
  const { environment, file, run } = await place()
  const padded = (report: object) =>
    Buffer.concat([Buffer.from(JSON.stringify(report)), Buffer.alloc(11 * 1024 * 1024, ' ')])
  const alone = await run(await file('a.json', padded(front)))
  expect(alone).toMatchObject({ status: 0, errors: '' })
  expect(alone.lines).toEqual([
    expect.stringMatching(/a\.json: read 1: 1 new, 0 fixed/),
    expect.stringMatching(/\/d\/main\/scans\/1$/),
  ])
  const served = await serveFor(environment)
  const beside = await run(await file('b.json', padded(back)), '--category', 'back')
  expect(beside).toMatchObject({ status: 0, errors: '' })
  expect(beside.lines).toEqual([
    expect.stringMatching(/b\.json: read 1: 1 new, 0 fixed/),
    `View the results: ${served.base}/d/main/scans/2`,
  ])
  const refused = await run(
    await file('c.json', padded({ results: [{ check_id: 4 }], version: '1', errors: [] })),
  )
  expect(refused).toMatchObject({ status: 1, lines: [''], errors: expect.stringMatching(/c\.json.*\n$/) })
  await served.stop()
})

it('retires a source with its findings, and restores it', async () => {
  const { file, run } = await place()
  await run(await file('a.json', front), '--category', 'front')
  const retired = await run('--retire', 'Semgrep:front')
  expect(retired).toMatchObject({ status: 0, errors: '' })
  expect(retired.lines).toEqual([
    expect.stringMatching(
      /^Semgrep \(front\): retired, 1 open finding removed; --restore undoes it until .* UTC$/,
    ),
  ])
  expect(await run('--restore', 'Semgrep:front')).toMatchObject({
    status: 0,
    errors: '',
    lines: ['Semgrep (front): restored, with 1 finding'],
  })
  const unknown = await run('--retire', 'Nothing')
  expect(unknown).toMatchObject({
    status: 1,
    lines: [''],
    errors: expect.stringMatching(/^gatehouse: .+\n$/),
  })
})
