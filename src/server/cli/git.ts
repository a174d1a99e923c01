import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { filePath } from '#server/reports/values/paths.ts'
import type { RenamedFile } from '#server/reports/values/renamed-files.ts'

/** What git calls a commit: nothing that it could take for an option or a path. */
export const isHash = (text: string) => /^[0-9a-f]{7,64}$/i.test(text)

/** Nothing of a repository is run: neither a monitor of files, nor a folder that only looks like a repository. */
const safely = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'safe.bareRepository=explicit',
  '-c',
  'diff.relative=false',
]

/** Runs git in the working directory. @returns its output; null if it fails, is missing or knows no repository here. */
function git(...words: string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(
      'git',
      [...safely, ...words],
      {
        maxBuffer: 16 * 1024 * 1024,
        timeout: 60_000,
        env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
      },
      (error, output) => resolve(error ? null : output),
    )
  })
}

const diff = (...words: string[]) => git('diff', '--no-ext-diff', '--no-textconv', '-z', ...words, '--')

/** The hash of a commit, by a hash, `HEAD` or a full ref; null where git does not know it. */
export async function commitOf(name: string): Promise<string | null> {
  if (!isHash(name) && name !== 'HEAD' && !name.startsWith('refs/')) return null
  const hash = (await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`))?.trim() ?? ''
  return isHash(hash) ? hash : null
}

/** The folder of the checkout that is the working directory, as a URI; null outside of one. */
export async function checkoutUri(): Promise<string | null> {
  const folder = (await git('rev-parse', '--show-toplevel'))?.replace(/\r?\n$/, '') ?? ''
  return folder === '' ? null : pathToFileURL(`${folder}/`).href
}

/** The files that differ between two commits, by their hashes; null where git does not know both. */
export async function differingFiles(base: string, commit: string): Promise<string[] | null> {
  const names = await diff('--name-only', '--no-renames', base, commit)
  return names?.split('\0').filter((name) => name !== '') ?? null
}

/**
 * The files that git calls renamed between commits, by their hashes, since it branched off each base. Paths are as
 * findings have them. None where git does not know the commits.
 */
export async function renamedFiles(bases: readonly string[], commit: string): Promise<RenamedFile[]> {
  const renamed: RenamedFile[] = []
  const known = { from: new Set<string>(), to: new Set<string>() }
  for (const base of bases) {
    const output = await diff('-M', '--name-status', '--diff-filter=R', `${base}...${commit}`)
    const words = output?.split('\0') ?? []
    // Each file is three words: `R` with the similarity, the old name and the new one.
    for (let at = 0; at + 2 < words.length; at += 3) {
      const [from, to] = [filePath(words[at + 1]), filePath(words[at + 2])]
      // Names that are no UTF-8 are not told apart.
      if (from === null || to === null || /\ufffd/.test(from + to)) continue
      if (from === to || known.from.has(from) || known.to.has(to)) continue
      known.from.add(from)
      known.to.add(to)
      renamed.push({ from, to })
    }
  }
  return fitting(renamed)
}

/** The limits of the API, with room for the rest of a request. Source: docs/api.md#importing-a-report. */
const limits = { files: 5_000, bytes: 512 * 1024 }

/** As many as the service takes: each is evidence of its own. */
function fitting(renamed: readonly RenamedFile[]): RenamedFile[] {
  let bytes = 0
  return renamed.slice(0, limits.files).filter((file) => {
    bytes += Buffer.byteLength(JSON.stringify(file)) + 1
    return bytes <= limits.bytes
  })
}
