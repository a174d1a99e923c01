import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packTar, type TarHeader, unpackTar } from 'modern-tar'
import { dataFolder } from '#server/testing/command-line.ts'
import { filledFolder } from '#server/testing/filled-folder.ts'
import { createBackup } from '../create-backup.ts'
import { embeddedSource } from '../embedded-source.ts'

/** The name and content of the export file of every test folder. */
export const exported = { name: 'exports/task-1', content: '{"bomFormat":"CycloneDX"}' }

/** A data folder of some findings and an export file, and a place outside of it for backups. */
export async function filled(findings = 40, commentLength = 10) {
  const { folder } = await filledFolder(async (rows, { project_id, ref_id }) => {
    const rule_id = await rows.rule()
    const triage_comment = 'x'.repeat(commentLength)
    for (let at = 0; at < findings; at++) await rows.finding({ project_id, ref_id, rule_id, triage_comment })
  })
  await mkdir(join(folder, 'exports'), { mode: 0o700 })
  await writeFile(join(folder, exported.name), exported.content)
  const place = await dataFolder()
  return { folder, place, file: join(place, 'gatehouse.tar'), environment: { GATEHOUSE_DATA: folder } }
}

/** A filled folder that was backed up. */
export async function backedUp() {
  const made = await filled()
  const { folder: dataFolder, file } = made
  const source = embeddedSource({ dataFolder, exportStorage: 'folder' })
  await createBackup({ source, dataFolder, file, isForced: false, onProgress: () => undefined })
  return made
}

export interface Entry {
  header: TarHeader
  data: Uint8Array
}

/** The entries of a backup. */
export async function entriesOf(file: string): Promise<Entry[]> {
  const entries = await unpackTar(await readFile(file), { strict: true })
  return entries.map(({ header, data }) => ({ header, data: data ?? new Uint8Array() }))
}

/** An entry of a crafted archive. */
export const entry = (name: string, data: string | Uint8Array, header: Partial<TarHeader> = {}): Entry => {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data
  return { header: { name, size: bytes.length, ...header }, data: bytes }
}

/** What a test changes of a manifest. */
export interface ManifestDocument {
  formatVersion: number
  schema: string
  tables: Record<string, number>
  deployments: { changeNumber: number }[]
  files: { name: string; size: number; sha256: string }[]
  [other: string]: unknown
}

/** The manifest of a backup. */
export async function manifestOf(file: string): Promise<ManifestDocument> {
  const [manifest] = await entriesOf(file)
  return JSON.parse(Buffer.from(manifest?.data ?? []).toString())
}

/** Writes an archive of entries, the manifest first. */
export async function craft(file: string, manifest: unknown, entries: readonly Entry[]): Promise<string> {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest)
  await writeFile(file, await packTar([entry('manifest.json', text), ...entries]))
  return file
}

export const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
