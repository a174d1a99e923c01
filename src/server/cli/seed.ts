import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/base/config/config.ts'
import type { Connection } from '#server/operations/client/connection.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { type Command, printError, printLine, WrongUse } from '#server/operations/command.ts'
import { type ProfileName, profiles } from '../demo/generate/profile.ts'
import type { SeedProgress, SeedRequest } from '../demo/seed-routes.ts'
import { connect } from './connect.ts'
import { demoDay } from './demo.ts'

const isProfile = (name: string): name is ProfileName => Object.hasOwn(profiles, name)
const number = new Intl.NumberFormat('en')

export const seed: Command = {
  help: `Creates demo data in an empty database, for evaluation and benchmarks. Works whether or not the
service is running. If it fails, no data is created.

  --profile NAME           demo (6,000 findings, a few seconds), M (150,000) or L (1,000,000, a few minutes and 5 GB of
                           disk space); default: demo
  --seed N                 an integer from 0; default: 1. The same seed and day create the same data
  --now TIMESTAMP          the day that all times are relative to, ISO 8601; default: today
  --deployment slug:Name   creates the data in a new deployment`,
  async run(words) {
    const { values } = parseArgs({
      args: words,
      options: {
        profile: { type: 'string', default: 'demo' },
        seed: { type: 'string', default: '1' },
        now: { type: 'string' },
        deployment: { type: 'string' },
      },
    })
    const { profile, deployment } = values
    if (!isProfile(profile)) {
      throw new WrongUse(`--profile is "${profile}", but must be one of ${Object.keys(profiles).join(', ')}.`)
    }
    if (!/^\d{1,9}$/.test(values.seed)) {
      throw new WrongUse(`--seed is "${values.seed}", but must be an integer from 0 to 999999999.`)
    }
    const now = demoDay(values.now)
    const connection = await connect(readConfig(process.env))
    try {
      return await load(connection, {
        profile,
        seed: Number(values.seed),
        now,
        ...(deployment === undefined ? {} : { deployment }),
      })
    } finally {
      await connection.close()
    }
  },
}

async function load(connection: Connection, request: SeedRequest): Promise<number> {
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  const { status, body } = await connection.send('POST', '/local/seed', request)
  if (status === 400) throw new WrongUse(problemDetailOf(body))
  if (status !== 200) throw new Error(problemDetailOf(body))
  const { findings } = profiles[request.profile]
  let announced = 0
  for (;;) {
    await delay(200)
    const progress = await progressOf(connection)
    const insertedFindings = progress.rows['finding'] ?? 0
    if (progress.error !== null) throw new Error(`No data was created: ${progress.error}`)
    if (progress.done) {
      printLine(`Created in ${seconds()} s: ${summary(progress.rows)}.`)
      return 0
    }
    // Written to standard error, so that a script reads only the result line.
    if (seconds() >= announced + 5) {
      announced = seconds()
      printError(
        `${number.format(insertedFindings)} of ${number.format(findings)} findings after ${announced} s`,
      )
    }
  }
}

async function progressOf(connection: Connection): Promise<SeedProgress> {
  const { body } = await connection.send('GET', '/local/seed')
  // parse: answered by our own service to its owner.
  const { progress } = body as { progress: SeedProgress | null }
  if (!progress) throw new Error('The service was restarted. No data was created.')
  return progress
}

function summary(rows: SeedProgress['rows']): string {
  const summaryFields = {
    project: 'projects',
    finding: 'findings',
    dependency: 'dependencies',
    rule: 'rules',
    scan: 'scans',
  }
  return Object.entries(summaryFields)
    .map(([table, name]) => `${number.format(rows[table] ?? 0)} ${name}`)
    .join(', ')
}
