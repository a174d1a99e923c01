// Writes the third-party licenses into `dist`, from where they are packed: the text of each bundled package, and the
// names of those that are installed next to Gatehouse, which include their own.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../prepare.mjs'
import { distributedPackages } from './distributed.ts'
import type { Locked } from './lock.ts'

/** The output path, from the root of the project. */
export const noticesFile = join('dist', 'third-party-licenses.txt')

const line = '-'.repeat(80)

function textOf({ path }: Locked): string {
  const folder = join(root, path)
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
}

const titleOf = ({ name, version, license }: Locked) => `${name} ${version}: ${license}`

/** Returns the complete text. */
export function notices(): string {
  const { installed, bundled } = distributedPackages()
  const parts = bundled.map((one) => `${line}\n${titleOf(one)}\n\n${textOf(one)}`.trimEnd())
  const beside = installed.map(titleOf).join('\n')
  return `The code of these packages is a part of Gatehouse.

${parts.join('\n\n')}

${line}
These are installed beside Gatehouse and bring the text of their license along.

${beside}
`
}

if (import.meta.main) writeFileSync(join(root, noticesFile), notices())
