import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Command } from '#server/operations/command.ts'
import { dataFolder } from '#server/testing/command-line.ts'
import { bom, openVex, statement } from '#server/vex/testing/shop.ts'
import { importFiles } from '../import.ts'
import { vex } from '../vex.ts'

/** Runs commands in this process, on a data folder of their own. */
async function commands() {
  const folder = await dataFolder()
  vi.stubEnv('GATEHOUSE_DATA', folder)
  vi.stubEnv('LOG_LEVEL', 'silent')
  onTestFinished(() => void vi.unstubAllEnvs())
  const run = async (command: Command, ...words: string[]) => {
    const printed = { output: '', errors: '' }
    const listen = (name: 'stdout' | 'stderr', key: keyof typeof printed) =>
      vi.spyOn(process[name], 'write').mockImplementation((piece) => {
        printed[key] += Buffer.from(piece).toString()
        return true
      })
    const spies = [listen('stdout', 'output'), listen('stderr', 'errors')]
    const status = await command.run([...words, '--project', 'acme/shop']).finally(() => {
      for (const spy of spies) spy.mockRestore()
    })
    return { status, ...printed }
  }
  const write = async (name: string, content: object) => {
    const file = join(folder, name)
    await writeFile(file, JSON.stringify(content))
    return file
  }
  return { folder, run, write }
}

it('imports documents and writes exports', async () => {
  const { folder, run, write } = await commands()
  const unknown = statement({ vulnerability: { name: 'CVE-2000-0001' } })
  const one = await write('one.json', openVex([statement(), unknown]))
  const two = await write('two.json', {})
  await run(importFiles, await write('bom.json', bom))

  const tried = await run(vex, 'import', one, '--dry-run')
  expect(tried.output).toContain(
    '2 statements: 1 finding would be triaged (1 medium) by 1, 0 unchanged, 1 unmatched',
  )
  const alone = await run(vex, 'import', one, two)
  expect(alone.status).toBe(1)
  expect(alone.output.split('\n').slice(0, 2)).toEqual([
    `${one}: 2 statements: 1 finding triaged (1 medium) by 1, 0 unchanged, 1 unmatched`,
    '  2: CVE-2000-0001 in pkg:npm/lodash@4.17.20: The project has no finding of CVE-2000-0001.',
  ])
  expect(alone.errors).toMatch(/two\.json: The file is not a VEX document/)
  const again = await run(vex, 'import', one, '--json')
  expect([again.status, JSON.parse(again.output)]).toMatchObject([
    0,
    [{ file: one, status: 200, body: { total: { triaged: 0, unchanged: 1, unmatched: 1 } } }],
  ])

  const printed = await run(vex, 'export')
  expect(JSON.parse(printed.output).statements).toMatchObject([
    { status: 'not_affected', justification: 'vulnerable_code_not_in_execute_path' },
  ])
  const ignore = join(folder, '.trivyignore.yaml')
  const written = await run(vex, 'export', '--format', 'trivyignore', '--output', ignore)
  expect(written).toEqual({ status: 0, output: '', errors: '' })
  expect(await readFile(ignore, 'utf8')).toContain('- id: "CVE-2021-23337"')
  const refused = await run(vex, 'export', '--ref', 'none', '--output', ignore).catch(String)
  expect(refused).toContain('This ref does not exist')
  expect(await readFile(ignore, 'utf8')).toContain('CVE-2021-23337')
})

it.each([
  [[], 'Usage: gatehouse vex import FILE'],
  [['import', '--project', 'acme/shop'], 'No file given'],
  [['export'], '--project is missing'],
  [['export', 'x', '--project', 'acme/shop'], 'takes no FILE'],
  [['export', '--project', 'acme/shop', '--dry-run'], '--dry-run cannot be used with vex export'],
])('refuses %j', async (words, detail) => {
  await expect(vex.run(words)).rejects.toThrow(detail)
})
