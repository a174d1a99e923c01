// The dashboard's files lie compressed beside themselves: the service sends them as they are, smaller than it could make
// them in the time that a request has.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

/** What is smaller than this goes into one packet anyway, in bytes. */
const threshold = 1024

/** Writes `name.br` beside each script and style sheet of the build. */
export function packedFiles(): Plugin {
  return {
    name: 'packed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const pack = promisify(brotliCompress)
      const files = Object.values(bundle).filter(({ fileName }) => /^assets\/.*\.(js|css)$/.test(fileName))
      await Promise.all(
        files.map(async (file) => {
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (bytes.length < threshold) return
          await writeFile(join(dir, `${file.fileName}.br`), await pack(bytes))
        }),
      )
    },
  }
}
