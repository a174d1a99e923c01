import { PostgresAdapter } from 'kysely'
import type { Reader } from './database.ts'

/** Whether a query builder works on PostgreSQL. */
export const isPostgres = (reader: Reader): boolean => reader.getExecutor().adapter instanceof PostgresAdapter
