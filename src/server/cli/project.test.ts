import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Command } from '#server/operations/command.ts'
import { result, semgrep } from '#server/scans/testing/upload.ts'
import { dataFolder } from '#server/testing/command-line.ts'
import { importFiles } from './import.ts'
import { project } from './project.ts'

it('renames, splits and merges projects, and undoes it', async () => {
  const folder = await dataFolder()
  vi.stubEnv('GATEHOUSE_DATA', folder)
  vi.stubEnv('LOG_LEVEL', 'silent')
  onTestFinished(() => void vi.unstubAllEnvs())
  const run = async (command: Command, ...words: string[]) => {
    let output = ''
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
      output += Buffer.from(piece).toString()
      return true
    })
    const status = await command.run(words).finally(() => spy.mockRestore())
    return [status, output]
  }
  const file = join(folder, 'semgrep.json')
  const results = [result('xss', 'web/app.py', 'render(name)'), result('sqli', 'api/db.py', 'query(id)')]
  await writeFile(file, JSON.stringify(semgrep(results)))
  await run(importFiles, file, '--project', 'acme/shop')

  expect(await run(project, 'rename', 'acme/shop', 'acme/store', '--dry-run')).toEqual([
    0,
    'Would move 2 findings (0 triaged), 1 scan, 1 ref, 0 lockfiles. Nothing was changed.\n',
  ])
  expect(await run(project, 'rename', 'acme/shop', 'acme/store')).toEqual([
    0,
    expect.stringMatching(
      /^Renamed 2 findings .*: acme\/store\.\nTo undo it until .*: gatehouse project undo 1\n$/,
    ),
  ])
  const split = await run(project, 'split', 'acme/shop', 'api/', 'acme/api')
  expect(split).toEqual([0, expect.stringContaining('Split 1 finding')])
  const merge = await run(project, 'merge', 'acme/api', 'acme/store')
  expect(merge).toEqual([0, expect.stringContaining(': acme/store.')])
  expect(await run(project, 'undo', '3')).toEqual([0, 'Undone. The project is called acme/api.\n'])
  await expect(run(project, 'rename', 'acme/none', 'acme/other')).rejects.toThrow('project')
  await expect(run(project, 'rename', 'acme/api')).rejects.toThrow('Usage')
})
