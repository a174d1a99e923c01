import { createHash } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { spdx } from '../formats/format.ts'

/**
 * Writes the file of an export atomically, readable only by the service.
 * @returns its size in bytes and its SHA-256, hexadecimal.
 */
export async function writeExport(path: string, text: string): Promise<{ size: number; sha256: string }> {
  const bytes = Buffer.from(text)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(`${path}${partialFile}`, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}${partialFile}`, path)
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** The suffix of a file while it is written. */
export const partialFile = '.part'

/**
 * The name of a downloaded file: `<project>_<version>_<date>.cdx.json`, `.cdx.xml` or `.spdx.json`.
 * Source: docs/api.md#sbom-exports.
 */
export function fileName(
  name: string,
  version: string | null,
  at: number,
  file: { format: string; output: string },
): string {
  const day = new Date(at).toISOString().slice(0, 10)
  const parts = [name, version, day].flatMap((part) => (part ? [toAsciiName(part)] : []))
  return `${parts.join('_')}.${file.format === spdx ? 'spdx' : 'cdx'}.${file.output}`
}

const toAsciiName = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100) || 'export'
