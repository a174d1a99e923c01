// The only entry point to the engine: all other code of the service uses `database.ts` and `sql.ts`.
export { insertNewRows, insertNumbered, insertRows, type Row, updateRow, type Value } from './sqlite/bulk.ts'
export { failureOf } from './sqlite/failures.ts'
export { takeFileLock } from './sqlite/file-lock.ts'
export { schemaVersion } from './sqlite/migrations/index.ts'
export { columnFolder, openDatabase, openDatabaseIn } from './sqlite/open.ts'
export type { RebuildProgress } from './sqlite/rebuild/rebuild.ts'
export { type MovedRow, StagingTables } from './sqlite/staging-tables.ts'
