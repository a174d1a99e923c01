import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { builtProgram } from './command-line.ts'

const root = join(import.meta.dirname, '..', '..', '..')
export const hasCurl = spawnSync('curl', ['--version']).status === 0

/** The blocks of code below a heading of a page of the documentation; those before the first without one. */
export async function snippetsOf(page: string, heading: string | null): Promise<string[]> {
  const content = await readFile(join(root, 'docs', page), 'utf8')
  const [start = '', ...sections] = content.split(/^#{2,3} /m)
  const section = heading === null ? start : (sections.find((part) => part.startsWith(`${heading}\n`)) ?? '')
  return [...section.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
}

/** A folder in which documented commands run, with `gatehouse` and the programs that it is given. */
export async function commandFolder(parent: string, always: Readonly<Record<string, string>>) {
  const folder = join(parent, 'job')
  const programs = join(parent, 'programs')
  await Promise.all([mkdir(folder), mkdir(programs)])
  /** Makes a program of lines of shell. */
  const program = async (name: string, lines: string) => {
    await writeFile(join(programs, name), `#!/bin/sh\n${lines}\n`)
    await chmod(join(programs, name), 0o755)
  }
  await program(
    'gatehouse',
    `exec "${process.execPath}" --disable-warning=ExperimentalWarning "${builtProgram}" "$@"`,
  )
  const run = async (script: string, environment: Readonly<Record<string, string>> = {}) => {
    const child = spawn('sh', ['-e', '-c', script], {
      cwd: folder,
      env: { PATH: `${programs}:${process.env['PATH']}`, ...always, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    return { output, errors, status }
  }
  return { folder, program, run }
}
