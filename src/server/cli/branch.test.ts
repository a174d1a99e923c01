import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Command } from '#server/operations/command.ts'
import { result, semgrep } from '#server/scans/testing/upload.ts'
import { dataFolder } from '#server/testing/command-line.ts'
import { branch } from './branch.ts'
import { importFiles } from './import.ts'

/** Runs commands in this process, on a data folder of their own. */
async function commands() {
  const folder = await dataFolder()
  vi.stubEnv('GATEHOUSE_DATA', folder)
  vi.stubEnv('LOG_LEVEL', 'silent')
  onTestFinished(() => void vi.unstubAllEnvs())
  const printed: string[] = []
  const run = async (command: Command, ...words: string[]) => {
    printed.length = 0
    const spies = (['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((piece) => {
        printed.push(Buffer.from(piece).toString().trim())
        return true
      }),
    )
    const status = await command.run(words).finally(() => {
      for (const spy of spies) spy.mockRestore()
    })
    return [status, ...printed]
  }
  return { folder, run }
}

it('deletes and restores branches, and says what is not there', async () => {
  const { folder, run } = await commands()
  const file = join(folder, 'report.json')
  await writeFile(file, JSON.stringify(semgrep([result('xss', 'app.py', 'render(name)')])))
  const project = ['--project', 'acme/shop']
  await run(importFiles, file, ...project, '--ref', 'main')
  await run(importFiles, file, ...project, '--ref', 'feature/a')
  expect(await run(branch, 'delete', 'feature/a', 'gone', 'main', ...project)).toEqual([
    1,
    'feature/a: deleted, 1 finding removed',
    'gatehouse: gone: This ref does not exist.',
    expect.stringContaining('main: refs/heads/main is the primary branch'),
  ])
  expect(await run(branch, 'restore', 'feature/a', ...project)).toEqual([
    0,
    'feature/a: restored with 1 finding',
  ])
})

it('is used with an action, branches and a project', async () => {
  const { run } = await commands()
  await expect(run(branch, 'remove', 'a', '--project', 'acme/shop')).rejects.toThrow(
    'Usage: gatehouse branch',
  )
  await expect(run(branch, 'delete', '--project', 'acme/shop')).rejects.toThrow('Usage: gatehouse branch')
  await expect(run(branch, 'delete', 'a')).rejects.toThrow('--project is missing')
})
