import { describe, expect, it } from 'vitest'
import { connectionsResult, encryptionResult } from './connections.ts'
import { clockResult, maintenanceResult } from './maintenance.ts'

describe('connections', () => {
  const connections = { limit: 97, used: 20, processes: 3, perProcess: 28 }
  const found = { connections, hasDirectUrl: false, poolerFault: null }

  it('are enough for the processes that run', () => {
    expect(connectionsResult(found)).toEqual({
      status: 'ok',
      detail: '20 of 97 connections are open (3 processes of the service, up to 28 each).',
      advice: null,
    })
    const more = { ...found, connections: { ...connections, processes: 4 } }
    expect(connectionsResult(more)).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('112 may be needed'),
      advice: expect.stringContaining('max_connections'),
    })
    // A pooler shares its connections.
    expect(connectionsResult({ ...more, hasDirectUrl: true }).status).toBe('ok')
    expect(connectionsResult({ ...found, connections: { ...connections, used: 90 } }).status).toBe('warning')
  })

  it('fail where the pooler does not answer', () => {
    expect(
      connectionsResult({ ...found, hasDirectUrl: true, poolerFault: 'connect ECONNREFUSED' }),
    ).toMatchObject({ status: 'failed', detail: expect.stringContaining('connect ECONNREFUSED') })
  })

  it('are encrypted with a certificate that is verified, except within the machine', () => {
    expect(encryptionResult('verified').status).toBe('ok')
    expect(encryptionResult('local').status).toBe('ok')
    for (const encryption of ['none', 'unverified'] as const)
      expect(encryptionResult(encryption)).toMatchObject({
        status: 'warning',
        advice: expect.stringContaining('sslmode=verify-full'),
      })
  })
})

describe('the clock of the server', () => {
  it('differs by less than what the way to it can explain', () => {
    expect(clockResult({ ahead: -30, uncertainty: 2 })).toEqual({
      status: 'ok',
      detail: 'The clocks of this machine and of the database server differ by at most 32 ms.',
      advice: null,
    })
    expect(clockResult({ ahead: 9_000, uncertainty: 8_000 }).status).toBe('ok')
    expect(clockResult({ ahead: -9_000, uncertainty: 5 })).toMatchObject({
      status: 'warning',
      detail: 'The clock of the database server is 9.0 s behind this one.',
    })
  })
})

describe('maintenance', () => {
  const found = {
    hasAutovacuum: true,
    deadRows: [],
    transactionAge: 50_000_000,
    oldestTransaction: 12,
    unsafeSettings: [],
  }

  it('removes old rows, and loses nothing', () => {
    expect(maintenanceResult(found).status).toBe('ok')
    const changes: [Partial<Parameters<typeof maintenanceResult>[0]>, string, string][] = [
      [{ transactionAge: 1_900_000_000 }, 'failed', '1,900,000,000 transactions old'],
      [{ transactionAge: 1_100_000_000 }, 'warning', 'accepts no writes'],
      [{ hasAutovacuum: false }, 'warning', 'autovacuum is off'],
      [{ oldestTransaction: 9_000 }, 'warning', 'open for 2 hours'],
      [{ unsafeSettings: ['fsync'] }, 'warning', 'fsync is off'],
      [
        { deadRows: [{ table: 'finding', live: 10, dead: 90_000 }] },
        'warning',
        'finding has 90,000 old rows',
      ],
    ]
    for (const [changed, status, detail] of changes)
      expect(maintenanceResult({ ...found, ...changed })).toMatchObject({
        status,
        detail: expect.stringContaining(detail),
      })
  })
})
