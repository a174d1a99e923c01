// The dashboard's files are stored with compressed copies: the service sends these unchanged, smaller than it could
// compress them within a request.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files fit into one packet anyway, in bytes. */
const threshold = 1024

/** Writes `name.br` next to each script and style sheet of the build. */
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
