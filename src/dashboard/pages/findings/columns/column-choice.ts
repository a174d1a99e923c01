import type { Finding } from '#api/dialects/dialects.ts'
import type { Arrangement } from '#table/columns/arrangement.ts'
import type { Column } from '#table/columns/columns.ts'
import type { ListType } from '../list/list-state.ts'

/** The columns as the person arranged them. */
export interface CustomColumns {
  columns: Column<Finding>[]
  arrangement: Arrangement
  /** Messages about names in the URL that are not columns. */
  dropped: readonly string[]
}

/** Modules of the optional columns of each list, loaded on demand. */
const sources: Record<ListType, () => Promise<Column<Finding>[]>> = {
  sast: () => import('./optional-code-columns.tsx').then((module) => module.optionalCodeColumns),
  sca: () =>
    import('./optional-supply-chain-columns.tsx').then((module) => module.optionalSupplyChainColumns),
  secrets: () =>
    import('../secrets/optional-secret-columns.tsx').then((module) => module.optionalSecretColumns),
}
const loaded = new Map<ListType, Column<Finding>[]>()

/** Loads the optional columns. */
export async function loadOptionalColumns(type: ListType): Promise<Column<Finding>[]> {
  const columns = loaded.get(type) ?? (await sources[type]())
  loaded.set(type, columns)
  return columns
}

/** Returns the optional columns; undefined if they were not requested. */
export function optionalColumns(type: ListType): Column<Finding>[] | undefined {
  return loaded.get(type)
}

/** Converts a column to a chosen one: shown at any table width, with a text label. */
function asOptional(column: Column<Finding>): Column<Finding> {
  const meta = { ...column.meta, show: undefined }
  return meta.label === undefined ? { ...column, meta } : { ...column, header: meta.label, meta }
}

interface Choice {
  columns: Column<Finding>[]
  chosen: boolean
  unknown: string[]
}

let last: { of: readonly unknown[]; choice: Choice } | undefined

/**
 * Returns the columns that a URL names, in its order, and the names that are not columns. Falls back to the default
 * columns if it names no existing one. The result is cached so that rows do not rerender.
 */
export function chosenColumns(
  defaults: Column<Finding>[],
  more: readonly Column<Finding>[] | undefined,
  names: readonly string[] | undefined,
): Choice {
  const of = [defaults, more, names?.join('\n')]
  if (!last?.of.every((part, index) => part === of[index]))
    last = { of, choice: choose(defaults, more ?? [], names) }
  return last.choice
}

/** Returns the default columns and the loaded optional ones, without duplicates. */
export function knownColumns(
  defaults: readonly Column<Finding>[],
  more: readonly Column<Finding>[],
): Column<Finding>[] {
  return [...defaults, ...more.filter(({ id }) => !defaults.some((one) => one.id === id))]
}

function choose(
  defaults: Column<Finding>[],
  more: readonly Column<Finding>[],
  names: readonly string[] = [],
): Choice {
  const known = knownColumns(defaults, more)
  const chosen = names.flatMap((name) => known.find(({ id }) => id === name) ?? [])
  const unknown = names.filter((name) => !known.some(({ id }) => id === name))
  if (chosen.length === 0) return { columns: defaults, chosen: false, unknown }
  return { columns: chosen.map(asOptional), chosen: true, unknown }
}
