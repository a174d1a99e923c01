import type { Selectable } from 'kysely'
import type { View } from '#contract/responses/views.ts'
import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { ViewTable } from '#server/db/triage-tables.ts'
import { notFound } from '#server/http/errors.ts'
import { hasScope, type Principal } from '#server/http/principal.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { type BuiltIn, builtInsFor } from './built-in.ts'

export type ViewRow = Selectable<ViewTable>

/** Whether a person may change and delete a view that is visible to them. */
export function mayEdit(row: ViewRow, principal: Principal): boolean {
  if (principal.machine) return false
  return row.owner === principal.name || (row.shared === 1 && hasScope(principal, 'admin'))
}

/** The views visible to a person: the shared ones and their own, by name. */
export function isVisibleTo(reader: Reader, deploymentId: number, principal: Principal) {
  return reader
    .selectFrom('view')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where((eb) =>
      eb.or([
        eb('shared', '=', 1),
        // A machine's token may have the same name as a person.
        ...(principal.machine ? [] : [eb('owner', '=', principal.name)]),
      ]),
    )
    .orderBy('name')
    .orderBy('id')
}

/** @throws HttpError 404 for a view that does not exist or is another person's private view. */
export async function readView(
  reader: Reader,
  deploymentId: number,
  principal: Principal,
  id: string,
): Promise<ViewRow | BuiltIn> {
  const builtIn = builtInsFor(principal.name).find((one) => one.id === id)
  if (builtIn) return builtIn
  const row = await isVisibleTo(reader, deploymentId, principal)
    .where('id', '=', ownId(id) ?? -1)
    .executeTakeFirst()
  if (!row) throw notFound('view')
  return row
}

/** Whether a view is built in: built-in views have text ids, saved ones numbers. */
export const isBuiltIn = (view: ViewRow | BuiltIn): view is BuiltIn => typeof view.id === 'string'

/** A view as a response object. `isDefault` is whether it is the default of the requesting person. */
export function toView(view: ViewRow | BuiltIn, principal: Principal, isDefault: boolean): View {
  if (isBuiltIn(view)) {
    const { display, ...rest } = view
    return {
      ...rest,
      shared: true,
      default: isDefault,
      editable: false,
      by: 'Gatehouse',
      columns: display ? [...display.columns] : null,
      sort: display?.sort ?? null,
      group: null,
      page_size: null,
    }
  }
  return {
    id: String(view.id),
    name: view.name,
    shared: view.shared === 1,
    default: isDefault,
    editable: mayEdit(view, principal),
    by: view.owner,
    page: view.page,
    query: view.query,
    columns: parseColumns(view.columns_json),
    sort: view.sort,
    group: view.grouping,
    page_size: view.page_size,
  }
}

/** The columns of a stored view. */
export function parseColumns(json: string | null): string[] | null {
  // parse: written by us from a list of texts.
  return json === null ? null : parseStored<string[]>(json)
}
