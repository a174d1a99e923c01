import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '#server/config.ts'
import { spdx } from '../formats/format.ts'

/** The path of an export's file. The token contains no special path characters. */
export function exportPath(config: Config, taskToken: string): string {
  return join(config.dataFolder, 'exports', taskToken)
}

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
const partialFile = '.part'

/** Deletes the file of an export, and an incomplete one left by a crash. */
export async function removeExport(config: Config, taskToken: string) {
  const path = exportPath(config, taskToken)
  await rm(path, { force: true })
  await rm(`${path}${partialFile}`, { force: true })
}

/** The tokens of exports that have a file, complete or not. */
export async function listExportFiles(config: Config): Promise<string[]> {
  const names = await readdir(join(config.dataFolder, 'exports')).catch(() => [])
  return [...new Set(names.map((name) => name.replace(/\.part$/, '')))]
}

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
