import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { failureOf } from './engine.ts'

it('takes errors of files and of clients for no failures of the database', async () => {
  const missing = await readFile('/not/there').catch((error: unknown) => error)
  expect(failureOf(missing)).toBeNull()
  expect(
    failureOf(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })),
  ).toBeNull()
  expect(failureOf(new Error('no such table: project'))).toBeNull()
})

it('says that a server of the database cannot be reached', async () => {
  const refused = await new Promise((resolve) => connect(1, '127.0.0.1').once('error', resolve))
  expect(failureOf(refused)).toBe('unreachable')
  expect(failureOf(new Error('Connection terminated unexpectedly'))).toBe('unreachable')
})
