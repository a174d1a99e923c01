import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Output } from './format.ts'

/** Where the file of an export lies. Its token has no characters that mean anything in a path. */
export function exportPath(config: Config, taskToken: string): string {
  return join(config.dataFolder, 'exports', taskToken)
}

/**
 * Writes the file of an export: all of it or none, readable by the service alone.
 * @returns its size in bytes and its SHA-256, hexadecimal.
 */
export async function writeExport(config: Config, taskToken: string, text: string) {
  const path = exportPath(config, taskToken)
  const bytes = Buffer.from(text)
  await mkdir(join(config.dataFolder, 'exports'), { recursive: true, mode: 0o700 })
  const file = await open(`${path}.part`, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Removes the file of an export, and what a crash may have left of it. */
export async function removeExport(config: Config, taskToken: string) {
  const path = exportPath(config, taskToken)
  await rm(path, { force: true })
  await rm(`${path}.part`, { force: true })
}

/** The name a downloaded file has: `<project>_<version>_<date>.cdx.json`. Source: API decisions, "SBOM exports". */
export function fileName(name: string, version: string | null, at: number, output: Output): string {
  const day = new Date(at).toISOString().slice(0, 10)
  const parts = [name, version, day].flatMap((part) => (part ? [plain(part)] : []))
  return `${parts.join('_')}.cdx.${output}`
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100) || 'export'
