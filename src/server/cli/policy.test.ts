import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Command } from '#server/operations/command.ts'
import { result, semgrep } from '#server/scans/testing/upload.ts'
import { dataFolder } from '#server/testing/command-line.ts'
import { importFiles } from './import.ts'
import { policy } from './policy.ts'

it('creates, copies, applies, renames and deletes policies, shows what that does, and undoes it', async () => {
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
  await writeFile(file, JSON.stringify(semgrep([result('xss', 'web/app.py', 'render(name)')])))
  await run(importFiles, file, '--project', 'acme/shop')

  expect(await run(policy, 'copy', 'Code', 'Strict', '--tag', 'pci')).toEqual([
    0,
    expect.stringMatching(/0 projects: .*\nTo undo it: gatehouse policy undo 4 1\n$/),
  ])
  await run(policy, 'remove', 'Strict', 'xss')
  await run(policy, 'add', 'Strict', 'xss', '--mode', 'block')
  expect(await run(policy, 'apply', 'Strict', '--project', 'acme/shop', '--dry-run')).toEqual([
    0,
    'Would change the effective mode of 1 rule in 1 project: 1 open finding would block new ones, 0 would no longer. Nothing was changed.\n',
  ])
  await run(policy, 'apply', 'Strict', '--project', 'acme/shop', '--note', 'moved')
  await run(policy, 'rename', 'Strict', 'Payments')
  expect(await run(policy, 'list')).toEqual([
    0,
    expect.stringMatching(/^1 {2}Code \(default\): all projects.*\n(.*\n)*4 {2}Payments: acme\/shop\n$/),
  ])
  const deleted = await run(policy, 'delete', 'Payments')
  expect(deleted).toEqual([
    0,
    expect.stringMatching(/1 would no longer\.\nTo undo it: gatehouse policy undo 4 6\n$/),
  ])
  await run(policy, 'undo', '4', '6')
  expect((await run(policy, 'list'))[1]).toContain('Payments: acme/shop')
  await expect(run(policy, 'apply', 'Payments')).rejects.toThrow('--all')
  await expect(run(policy, 'delete', 'Unknown')).rejects.toThrow('no policy')
  await expect(run(policy, 'rename', 'Payments')).rejects.toThrow('Usage')
})
