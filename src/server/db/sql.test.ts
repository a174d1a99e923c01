import { type RawBuilder, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import type { Database } from './database.ts'
import {
  asFlag,
  contains,
  containsIgnoringCase,
  greatest,
  inList,
  isNotTrue,
  jsonArrayOf,
  jsonElements,
  jsonField,
  jsonInteger,
  jsonItem,
  jsonList,
  least,
  matchesPattern,
  rowsOf,
  textsOf,
  valuesOf,
} from './sql.ts'

async function opened(): Promise<Database> {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  return database
}

/** What the engine says of one expression. */
async function resultOf({ read }: Database, expression: RawBuilder<unknown>): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(read)
  return rows[0]?.value
}

it('finds values in a list of any length, with one parameter for a long one', async () => {
  const database = await opened()
  const many = Array.from({ length: 40_000 }, (_, index) => index)
  for (const [value, list, found] of [
    [1, [], 0],
    [1, [1], 1],
    [2, [1], 0],
    [3, [1, 2, 3], 1],
    [39_999, many, 1],
    [40_000, many, 0],
    ['a', ['b', "a'"], 0],
    ["a'", ['b', "a'"], 1],
  ] as const)
    expect([value, await resultOf(database, inList(sql.val(value), list))]).toEqual([value, found])
  expect(await resultOf(database, sql`3 in ${valuesOf(new Set([1, 3]))}`)).toBe(1)
  expect(await resultOf(database, sql`'a' in ${textsOf([])}`)).toBe(0)
  expect(await resultOf(database, sql`1 in ${valuesOf([])}`)).toBe(0)
  expect(inList(sql.ref('a'), many).compile(database.read).parameters).toHaveLength(1)
})

it('finds texts in texts', async () => {
  const database = await opened()
  const finds = (text: string, part: string) => resultOf(database, contains(sql.val(text), sql.val(part)))
  expect([await finds('abc', 'bc'), await finds('abc', 'BC'), await finds('a%c', '%')]).toEqual([1, 0, 1])
  const anyCase = (text: string, part: string) =>
    resultOf(database, containsIgnoringCase(sql.val(text), part))
  expect([await anyCase('aBc', 'BC'), await anyCase('abc', 'a_c'), await anyCase('50%', '0%')]).toEqual([
    1, 0, 1,
  ])
  expect([await anyCase('a\\b', '\\B'), await anyCase('Ä', 'ä')]).toEqual([1, 0])
})

it('matches patterns as a whole, in which the star alone is special', async () => {
  const database = await opened()
  for (const [text, pattern, matches] of [
    ['src/a.ts', 'src/*', 1],
    ['src/a/b.ts', 'src/*.ts', 1],
    ['SRC/a.ts', 'src/*', 0],
    ['a[1].ts', 'a[1]*', 1],
    ['a1.ts', 'a[1]*', 0],
    ['ab', 'a?', 0],
    ['a?', 'a?', 1],
    ['a**b', 'a**b', 1],
  ] as const) {
    const found = await resultOf(database, matchesPattern(sql.val(text), pattern))
    expect([text, pattern, found]).toEqual([text, pattern, matches])
  }
})

it('reads JSON documents and lists', async () => {
  const database = await opened()
  const document = sql.val(JSON.stringify({ a: { b: 'x', it: 7 }, none: null }))
  expect(await resultOf(database, jsonField(document, 'a.b'))).toBe('x')
  expect(await resultOf(database, jsonInteger(sql.val('{"it":7,"none":null}'), 'it'))).toBe(7)
  expect(await resultOf(database, jsonInteger(sql.val('{"it":7,"none":null}'), 'none'))).toBeNull()
  expect(await resultOf(database, jsonField(document, 'a.c'))).toBeNull()
  expect(await resultOf(database, jsonField(document, 'none'))).toBeNull()
  expect(await resultOf(database, jsonItem(sql.val('["x","y"]'), 1))).toBe('y')
  const { rows } = await sql`select element.key, element.value
    from ${jsonElements(sql.val('["x","y"]'))} as element order by key desc`.execute(database.read)
  expect(rows).toEqual([
    { key: 1, value: 'y' },
    { key: 0, value: 'x' },
  ])
  const list = await resultOf(
    database,
    sql`(select ${jsonList(sql.ref('value'))} from ${jsonElements(sql.val('["x","y"]'))} as element)`,
  )
  expect(JSON.parse(String(list))).toEqual(['x', 'y'])
  const three = await resultOf(database, jsonArrayOf([sql.val(1), sql`null`, sql.val('x')]))
  expect(JSON.parse(String(three))).toEqual([1, null, 'x'])
})

it('takes given rows as a table', async () => {
  const database = await opened()
  const given = rowsOf({ id: 'integer', name: 'text' }, [
    [7, 'a'],
    [8, null],
  ])
  const { rows } = await sql`select * from ${given} as given order by place`.execute(database.read)
  expect(rows).toEqual([
    { place: 0, id: 7, name: 'a' },
    { place: 1, id: 8, name: null },
  ])
})

it('compares, and treats what is unknown as not true', async () => {
  const database = await opened()
  expect(await resultOf(database, least(sql.val(3), sql.val(5)))).toBe(3)
  expect(await resultOf(database, greatest(sql.val(3), sql.val(5)))).toBe(5)
  for (const [condition, expected] of [
    [sql`true`, 0],
    [sql`false`, 1],
    [sql`null`, 1],
    [sql`1 = 1 and 2 = 3`, 1],
  ] as const) {
    expect(await resultOf(database, isNotTrue(condition))).toBe(expected)
    expect(await resultOf(database, asFlag(condition))).toBe(1 - expected)
  }
  expect(await resultOf(database, sql`1 is distinct from ${1}`)).toBe(0)
  expect(await resultOf(database, sql`1 is distinct from ${null}`)).toBe(1)
})

it('inserts or updates, and returns what it wrote', async () => {
  const database = await opened()
  const deployment = { slug: 'a', name: 'A', demo: 0, change_number: 0, secret_salt: 's', created_at: 0 }
  const put = (name: string) =>
    database.write((transaction) =>
      transaction
        .insertInto('deployment')
        .values({ ...deployment, name })
        .onConflict((conflict) => conflict.column('slug').doUpdateSet({ name }))
        .returning(['id', 'name'])
        .executeTakeFirstOrThrow(),
    )
  const first = await put('A')
  expect(await put('B')).toEqual({ id: first.id, name: 'B' })
})
