import { createView, deleteView, listViews, updateView } from '#contract/operations/views.ts'
import { HttpError } from '#server/http/errors.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { builtInsFor } from './built-in.ts'
import { defaultIds, setDefault } from './defaults.ts'
import { assertPerson, editView, removeView, saveView } from './save.ts'
import { isBuiltIn, isVisibleTo, readView, toView } from './view.ts'

/** Saved views: a person's own, the shared ones and the built-in ones. */
export function viewRoutes(services: Services): Route[] {
  return [
    handle(listViews, async ({ query, deployment, principal }) =>
      services.database.read.transaction().execute(async (reader) => {
        const { page } = query
        const defaults = await defaultIds(reader, deployment.id, principal)
        const saved = await isVisibleTo(reader, deployment.id, principal)
          .$if(page !== undefined, (views) => views.where('page', '=', page ?? ''))
          .execute()
        const builtInError = builtInsFor(principal.name).filter(
          (one) => page === undefined || one.page === page,
        )
        const views = [...builtInError, ...saved]
        return { views: views.map((view) => toView(view, principal, defaults.has(String(view.id)))) }
      }),
    ),

    handle(createView, async ({ body, deployment, principal }) => {
      assertPerson(principal)
      const actor = { deploymentId: deployment.id, principal, at: services.now() }
      const row = await services.record((transaction) => saveView(transaction, body, actor))
      return toView(row, principal, body.default === true)
    }),

    handle(updateView, async ({ path, body, deployment, principal }) => {
      assertPerson(principal)
      const actor = { deploymentId: deployment.id, principal, at: services.now() }
      return services.record(async (transaction) => {
        let view = await readView(transaction, deployment.id, principal, path.viewId)
        if (!isBuiltIn(view)) view = await editView(transaction, view, body, actor)
        else {
          const { default: setAsDefault, ...changed } = body
          if (Object.keys(changed).length > 0) throw builtInError()
          if (setAsDefault !== undefined) {
            await setDefault(transaction, deployment.id, principal.name, view, setAsDefault)
          }
        }
        const defaults = await defaultIds(transaction, deployment.id, principal)
        return toView(view, principal, defaults.has(String(view.id)))
      })
    }),

    handle(deleteView, async ({ path, deployment, principal }) => {
      assertPerson(principal)
      const actor = { deploymentId: deployment.id, principal, at: services.now() }
      await services.record(async (transaction) => {
        const view = await readView(transaction, deployment.id, principal, path.viewId)
        if (isBuiltIn(view)) throw builtInError()
        await removeView(transaction, view, actor)
      })
    }),
  ]
}

const builtInError = () =>
  new HttpError(403, 'This view is built in and cannot be changed. Save a copy instead.')
