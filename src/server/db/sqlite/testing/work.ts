import { type SQLInputValue, StatementSync } from 'node:sqlite'

/** One run of a statement against the database. */
export interface Ran {
  /** As it was written, with a mark for each value. */
  text: string
  values: SQLInputValue[]
  /** Rows that it handed out. */
  rows: number
}

const reading = ['all', 'get', 'run', 'iterate'] as const

/** Every statement that ran against any database while `work` did, in this thread, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Ran[]> {
  const ran: Ran[] = []
  const own = reading.map((name) => [name, StatementSync.prototype[name]] as const)
  for (const [name, original] of own) {
    Object.assign(StatementSync.prototype, {
      [name](this: StatementSync, ...values: SQLInputValue[]) {
        const one: Ran = { text: this.sourceSQL, values, rows: 0 }
        ran.push(one)
        const answer: unknown = Reflect.apply(original, this, values)
        if (name === 'iterate') return counting(answer as Iterable<unknown>, one)
        one.rows = Array.isArray(answer) ? answer.length : name === 'get' && answer !== undefined ? 1 : 0
        return answer
      },
    })
  }
  try {
    await work()
    return ran
  } finally {
    for (const [name, original] of own) Object.assign(StatementSync.prototype, { [name]: original })
  }
}

function* counting(rows: Iterable<unknown>, one: Ran) {
  for (const row of rows) {
    one.rows += 1
    yield row
  }
}

/** How many statements run against the database while `work` does. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  return (await statementsOf(work)).length
}
