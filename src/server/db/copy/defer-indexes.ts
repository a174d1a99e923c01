/** The statements of a migration in their order; a function where they follow from what is stored. */
type Steps<Run> = readonly string[] | Run

/** Migrations without the indexes that they create, and these indexes as the migrations leave them. */
interface DeferredIndexes<Run> {
  migrations: Record<string, Steps<Run>>
  indexes: string[]
}

/**
 * Separates the creation of indexes from migrations, since creating them after all rows takes less time than updating them
 * with each row.
 */
export function deferIndexes<Run>(
  migrations: Readonly<Record<string, readonly string[] | Run>>,
): DeferredIndexes<Run> {
  const indexes = new Map<string, string>()
  const isOther = (statement: string) => {
    const [, created] = /^create (?:unique )?index (\w+) /.exec(statement) ?? []
    if (created !== undefined) indexes.set(created, statement)
    const [, dropped] = /^drop index (\w+)$/.exec(statement) ?? []
    return created === undefined && (dropped === undefined || !indexes.delete(dropped))
  }
  const others = Object.entries(migrations).map(([name, steps]): [string, Steps<Run>] => [
    name,
    Array.isArray(steps) ? steps.filter(isOther) : steps,
  ])
  return { migrations: Object.fromEntries(others), indexes: [...indexes.values()] }
}
