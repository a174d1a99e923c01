import { z } from 'zod'
import type { DatabaseContent } from '#server/db/database-content.ts'
import { databaseFile } from '#server/db/engine.ts'
import { ArchiveFault } from './backup-fault.ts'

/** The name of the manifest, which is the first entry of a backup. */
export const manifestFile = 'manifest.json'
/** Manifests are small, except that each export file has a line. */
export const maxManifestBytes = 64 * 1024 * 1024

const format = 'gatehouse-backup'
const formatVersion = 1

/** A file of a backup. */
export interface BackupEntry {
  name: string
  size: number
  sha256: string
}

/** What a backup contains. */
export interface Manifest {
  createdAt: string
  /** The version of Gatehouse that wrote the backup. */
  gatehouse: string
  /** The engine of the database that was backed up. The copy of it is an embedded one. */
  source: 'sqlite' | 'postgres'
  content: DatabaseContent
  /** In the order of the archive, the database first. */
  files: BackupEntry[]
}

/** The folder of export files, in a data folder and in a backup. */
export const exportFolder = 'exports'
/** Whether a file of that folder has the name of a complete export. */
export const isExportName = (name: string): boolean => /^[A-Za-z0-9_-]{1,200}$/.test(name)

/** Only these names are allowed, so that no name leads out of the folder that a backup is restored into. */
function isEntryName(name: string): boolean {
  if (name === databaseFile) return true
  return name.startsWith(`${exportFolder}/`) && isExportName(name.slice(exportFolder.length + 1))
}

const count = z.int().min(0)

const headSchema = z.object({ format: z.literal(format), formatVersion: z.int() })

const manifestSchema = headSchema.extend({
  createdAt: z.iso.datetime(),
  gatehouse: z.string().max(100),
  engine: z.literal('sqlite'),
  source: z.enum(['sqlite', 'postgres']).default('sqlite'),
  schema: z.string().max(200),
  deployments: z.array(z.object({ id: count, slug: z.string().max(200), changeNumber: count })),
  tables: z.record(z.string().max(200), count),
  files: z.array(
    z.object({
      name: z.string().refine(isEntryName, 'is not the name of a file of Gatehouse'),
      size: count,
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})

/** The text of a manifest. */
export function manifestText({ createdAt, gatehouse, source, content, files }: Manifest): string {
  const document: z.infer<typeof manifestSchema> = {
    format,
    formatVersion,
    createdAt,
    gatehouse,
    engine: 'sqlite',
    source,
    ...content,
    files,
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/**
 * Reads a manifest.
 * @throws ArchiveFault if it is none, or of another version.
 */
export function parseManifest(text: string): Manifest {
  const json = jsonOf(text)
  const { formatVersion: version } = parsed(headSchema, json)
  if (version !== formatVersion)
    throw new ArchiveFault(
      `it has format ${version}, but this version of Gatehouse reads format ${formatVersion}`,
    )
  const { schema, deployments, tables, files, createdAt, gatehouse, source } = parsed(manifestSchema, json)
  if (new Set(files.map(({ name }) => name)).size < files.length)
    throw new ArchiveFault('its manifest lists a file twice')
  if (files[0]?.name !== databaseFile) throw new ArchiveFault('its manifest lists no database')
  return { createdAt, gatehouse, source, content: { schema, deployments, tables }, files }
}

function parsed<T>(schema: z.ZodType<T>, json: unknown): T {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new ArchiveFault(`its manifest is invalid (${issue?.path.join('.')}: ${issue?.message})`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
