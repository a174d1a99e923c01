import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { BodySchema } from '#contract/operation.ts'
import type { createView, updateView } from '#contract/operations/views.ts'
import { typeOfPage, type ViewPage } from '#contract/vocabulary.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import { fieldChanges } from '#server/audit/field-changes.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { badRequest, type Fault, HttpError } from '#server/http/errors.ts'
import { hasScope, type Principal } from '#server/http/principal.ts'
import { setDefault } from './defaults.ts'
import { displayFaults, normalizeViewQuery } from './query.ts'
import { mayEdit, type ViewRow } from './view.ts'

type NewView = z.output<BodySchema<typeof createView>>
export type Edit = z.output<BodySchema<typeof updateView>>

interface ViewActor {
  deploymentId: number
  principal: Principal
  /** Milliseconds since 1970. */
  at: number
}

/** The maximum number of views of a person, and the total length of their filters. */
const maxViews = 200
const maxCharacters = 5_000_000

/** @throws HttpError 403 for a machine's token: views belong to people. */
export function assertPerson(principal: Principal): void {
  if (principal.machine) {
    throw new HttpError(
      403,
      `Views belong to people, but the token "${principal.name}" belongs to a machine.`,
    )
  }
}

function assertMayShare(principal: Principal): void {
  if (hasScope(principal, 'findings:triage')) return
  throw new HttpError(403, 'Sharing a view needs the scope findings:triage, which this token does not have.')
}

/**
 * Saves a view of the requesting person.
 * @throws HttpError 400 with every fault, 403 for a machine or if the view may not be shared, 409 if the name exists or
 * there are too many views. Source: docs/api.md#saved-filters-and-views.
 */
export async function saveView(transaction: Writer, view: NewView, actor: ViewActor): Promise<ViewRow> {
  const { deploymentId, principal, at } = actor
  const columns = columnsToWrite(view, view.page)
  const ownViews = await transaction
    .selectFrom('view')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .where('owner', '=', principal.name)
    .executeTakeFirstOrThrow()
  if (ownViews.count >= maxViews) {
    throw new HttpError(
      409,
      `You have ${ownViews.count} views, and the limit is ${maxViews}. Delete one first.`,
    )
  }
  await assertViewQuota(transaction, { deploymentId, owner: principal.name, id: null }, columns.query)
  if (view.shared === true) assertMayShare(principal)
  await assertFreeName(
    transaction,
    { deploymentId, owner: principal.name, page: view.page, id: null },
    view.name,
  )
  const row = await transaction
    .insertInto('view')
    .values({
      deployment_id: deploymentId,
      id: await takeId(transaction, deploymentId, 'view'),
      owner: principal.name,
      created_at: at,
      page: view.page,
      name: view.name,
      shared: Number(view.shared === true),
      query: '',
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (view.default === true) {
    await setDefault(transaction, deploymentId, principal.name, { id: String(row.id), page: row.page }, true)
  }
  await recordViewAudit(transaction, actor, 'view.saved', row, settingsOf(row))
  return row
}

/**
 * Changes a view.
 * @throws HttpError like `saveView`, and 403 for a view of another person.
 */
export async function editView(
  transaction: Writer,
  row: ViewRow,
  edit: Edit,
  actor: ViewActor,
): Promise<ViewRow> {
  const { deploymentId, principal } = actor
  const { default: setAsDefault, page, ...rest } = edit
  // Setting the current page is not a change.
  const changed = page === undefined || page === row.page ? rest : edit
  let after = row
  if (Object.keys(changed).length > 0) {
    assertEditor(row, principal)
    // parse: written by us from the pages.
    const columns = columnsToWrite(changed, row.page as ViewPage)
    await assertViewQuota(transaction, { deploymentId, owner: row.owner, id: row.id }, columns.query)
    if (changed.shared === true && row.shared === 0) assertMayShare(principal)
    if (changed.name !== undefined) {
      await assertFreeName(transaction, { ...row, deploymentId }, changed.name)
    }
    after = await transaction
      .updateTable('view')
      .set({
        ...columns,
        ...(changed.name === undefined ? {} : { name: changed.name }),
        ...(changed.shared === undefined ? {} : { shared: Number(changed.shared) }),
      })
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const changes = fieldChanges(settingsOf(row), settingsOf(after))
    if (Object.keys(changes).length > 0)
      await recordViewAudit(transaction, actor, 'view.changed', after, changes)
  }
  if (setAsDefault !== undefined) {
    await setDefault(
      transaction,
      deploymentId,
      principal.name,
      { id: String(row.id), page: row.page },
      setAsDefault,
    )
  }
  return after
}

/** Deletes a view; people who had it as default get the unfiltered list again. */
export async function removeView(transaction: Writer, row: ViewRow, actor: ViewActor): Promise<void> {
  assertEditor(row, actor.principal)
  await transaction
    .deleteFrom('view')
    .where('deployment_id', '=', actor.deploymentId)
    .where('id', '=', row.id)
    .execute()
  await transaction
    .deleteFrom('default_view')
    .where('deployment_id', '=', actor.deploymentId)
    .where('view_id', '=', String(row.id))
    .execute()
  await recordViewAudit(transaction, actor, 'view.deleted', row, settingsOf(row))
}

function assertEditor(row: ViewRow, principal: Principal): void {
  if (mayEdit(row, principal)) return
  throw new HttpError(403, `Only ${row.owner}, who created this view, or an administrator can change it.`)
}

/** The stored columns of an edit, validated for the finding type of the page. */
function columnsToWrite(view: Edit, page: ViewPage) {
  const type = typeOfPage[page]
  const query = view.query === undefined ? undefined : normalizeViewQuery(view.query, type)
  const moved: Fault[] =
    view.page === undefined || view.page === page
      ? []
      : [
          {
            pointer: '/page',
            detail: `is "${page}" and cannot be changed; save a new view for the other page`,
          },
        ]
  const faults = [...moved, ...(query?.faults ?? []), ...displayFaults(view, type)]
  if (faults.length > 0) throw badRequest(faults)
  const { columns, sort, group, page_size: pageSize } = view
  return {
    ...(query === undefined ? {} : { query: query.query }),
    ...(columns === undefined ? {} : { columns_json: columns === null ? null : JSON.stringify(columns) }),
    ...(sort === undefined ? {} : { sort }),
    ...(group === undefined ? {} : { grouping: group }),
    ...(pageSize === undefined ? {} : { page_size: pageSize }),
  }
}

/** Checks the total length of the filters of a person's views, with `query` as that of the view `id`. */
async function assertViewQuota(
  reader: Reader,
  viewOwner: { deploymentId: number; owner: string; id: number | null },
  query: string | undefined,
) {
  if (query === undefined || query === '') return
  const others = await reader
    .selectFrom('view')
    .select(sql<number>`coalesce(sum(length(query)), 0)`.as('characters'))
    .where('deployment_id', '=', viewOwner.deploymentId)
    .where('owner', '=', viewOwner.owner)
    .where('id', 'is distinct from', viewOwner.id)
    .executeTakeFirstOrThrow()
  if (others.characters + query.length <= maxCharacters) return
  throw new HttpError(
    409,
    `The filters of your views take ${others.characters.toLocaleString('en-US')} characters. The limit is ${maxCharacters.toLocaleString('en-US')} including this one. Delete a view first, or save the filter (POST filters) and reference it.`,
  )
}

async function assertFreeName(
  reader: Reader,
  viewOwner: { deploymentId: number; owner: string; page: string; id: number | null },
  name: string,
) {
  const other = await reader
    .selectFrom('view')
    .select('id')
    .where('deployment_id', '=', viewOwner.deploymentId)
    .where('owner', '=', viewOwner.owner)
    .where('page', '=', viewOwner.page)
    .where('name', '=', name)
    .where('id', 'is distinct from', viewOwner.id)
    .executeTakeFirst()
  if (other)
    throw new HttpError(409, `A view named "${name}" already exists on this page. Choose another name.`)
}

/** What the audit log says of a view. */
const settingsOf = (row: ViewRow) => ({
  name: row.name,
  shared: row.shared === 1,
  query: row.query,
  sort: row.sort,
  group: row.grouping,
  // parse: written by us from the list of columns.
  columns: row.columns_json === null ? null : parseStored<string[]>(row.columns_json),
  page_size: row.page_size,
})

/** The longest text in the audit log: a filter can be a hundred times as long. */
const maxLoggedCharacters = 2000

/** A detail without long texts. */
const shortened = (settings: object): object =>
  JSON.parse(JSON.stringify(settings), (_, value: unknown) =>
    typeof value === 'string' && value.length > maxLoggedCharacters
      ? `${value.slice(0, maxLoggedCharacters)}…`
      : value,
  )

async function recordViewAudit(
  transaction: Writer,
  actor: ViewActor,
  action: string,
  row: ViewRow,
  settings: object,
) {
  await recordAudit(transaction, {
    deploymentId: actor.deploymentId,
    at: actor.at,
    actor: actor.principal.name,
    action,
    target: row.name,
    detail: { id: String(row.id), page: row.page, owner: row.owner, ...shortened(settings) },
  })
}
