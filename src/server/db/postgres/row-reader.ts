import type { CompiledQuery } from 'kysely'
import type { ClientBase } from 'pg'
import Cursor from 'pg-cursor'
import type { ArrayRow, Reader, RowReader } from '../database.ts'

/** Reads rows on a connection. @param read the query builder on the same connection. */
export function rowReader(client: ClientBase, read: Reader): RowReader {
  const inArrays = ({ sql, parameters }: CompiledQuery) =>
    client.query<ArrayRow[]>({ text: sql, values: [...parameters], rowMode: 'array' })
  return {
    read,
    async rows<T>(query: CompiledQuery<T>) {
      const { rows } = await read.executeQuery(query)
      return rows
    },
    async arrays(query) {
      // parse: the types of the driver do not express that rows are arrays.
      return (await inArrays(query)).rows as unknown as ArrayRow[]
    },
    async *chunks({ sql, parameters }, size) {
      const cursor = client.query(new Cursor<ArrayRow>(sql, [...parameters], { rowMode: 'array' }))
      try {
        for (let rows = await cursor.read(size); rows.length > 0; rows = await cursor.read(size)) yield rows
      } finally {
        await cursor.close()
      }
    },
  }
}
