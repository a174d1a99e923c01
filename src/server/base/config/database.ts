import { type BucketConfig, readBucketConfig } from './bucket.ts'

/** Where a PostgreSQL database is. */
export interface DatabaseConfig {
  /** URL with its password; may lead to a transaction pooler. */
  url: string
  /** URL that leads to the server itself, for what a transaction pooler cannot do. */
  directUrl: string
  /** URL of a streaming replica, for reads; null for none. */
  readUrl: string | null
  /** URL of an empty database for trials on a copy of the data; null to create one beside. */
  trialUrl: string | null
}

/**
 * Reads the URLs of a PostgreSQL database; null for the embedded one.
 * @param wrong throws ConfigFault with the allowed values.
 */
export function readDatabaseConfig(
  read: (name: string) => string | null,
  wrong: (name: string, may: string) => never,
): DatabaseConfig | null {
  const url = read('DATABASE_URL')
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'REHEARSE_DATABASE_URL']) {
    const value = read(name)
    if (value === null) continue
    if (url === null) wrong(name, 'must be set together with DATABASE_URL')
    if (!/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? '')) {
      wrong(name, 'must be a URL such as postgres://gatehouse@db.example/gatehouse')
    }
  }
  return url === null
    ? null
    : {
        url,
        directUrl: read('DATABASE_DIRECT_URL') ?? url,
        readUrl: read('DATABASE_READ_URL'),
        trialUrl: read('REHEARSE_DATABASE_URL'),
      }
}

/**
 * Where the files of SBOM exports are kept: by default where every process of the database reads them.
 * @param wrong throws ConfigFault with the allowed values.
 */
export function readExportStorage(
  read: (name: string) => string | null,
  wrong: (name: string, may: string) => never,
): 'folder' | 'database' | BucketConfig {
  const isShared = read('DATABASE_URL') !== null
  const storage = read('EXPORT_STORAGE') ?? (isShared ? 'database' : 'folder')
  if (storage === 'folder' || (storage === 'database' && isShared)) return storage
  if (storage.startsWith('s3:')) return readBucketConfig(storage, read, wrong)
  return wrong('EXPORT_STORAGE', 'must be "folder", "s3://bucket/prefix", or with DATABASE_URL "database"')
}
