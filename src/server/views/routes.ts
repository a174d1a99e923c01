import { createView, deleteView, listViews, updateView } from '#contract/views.ts'
import { Refusal } from '#server/http/errors.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { builtInsFor } from './built-in.ts'
import { defaultIds, setDefault } from './defaults.ts'
import { demandPerson, editView, removeView, saveView } from './save.ts'
import { answerOf, isBuiltIn, seenBy, viewWithId } from './view.ts'

/** Saved views: a person's own, the shared ones and those that are always there. */
export function viewRoutes(services: Services): Route[] {
  return [
    handle(listViews, async ({ query, deployment, principal }) =>
      services.database.read.transaction().execute(async (reader) => {
        const { page } = query
        const defaults = await defaultIds(reader, deployment.id, principal)
        const saved = await seenBy(reader, deployment.id, principal)
          .$if(page !== undefined, (views) => views.where('page', '=', page ?? ''))
          .execute()
        const fixed = builtInsFor(principal.name).filter((one) => page === undefined || one.page === page)
        const views = [...fixed, ...saved]
        return { views: views.map((view) => answerOf(view, principal, defaults.has(String(view.id)))) }
      }),
    ),

    handle(createView, async ({ body, deployment, principal }) => {
      demandPerson(principal)
      const by = { deploymentId: deployment.id, principal, at: services.now() }
      const row = await services.record((transaction) => saveView(transaction, body, by))
      return answerOf(row, principal, body.default === true)
    }),

    handle(updateView, async ({ path, body, deployment, principal }) => {
      demandPerson(principal)
      const by = { deploymentId: deployment.id, principal, at: services.now() }
      return services.record(async (transaction) => {
        let view = await viewWithId(transaction, deployment.id, principal, path.viewId)
        if (!isBuiltIn(view)) view = await editView(transaction, view, body, by)
        else {
          const { default: wanted, ...changed } = body
          if (Object.keys(changed).length > 0) throw fixed()
          if (wanted !== undefined) {
            await setDefault(transaction, deployment.id, principal.name, view, wanted)
          }
        }
        const defaults = await defaultIds(transaction, deployment.id, principal)
        return answerOf(view, principal, defaults.has(String(view.id)))
      })
    }),

    handle(deleteView, async ({ path, deployment, principal }) => {
      demandPerson(principal)
      const by = { deploymentId: deployment.id, principal, at: services.now() }
      await services.record(async (transaction) => {
        const view = await viewWithId(transaction, deployment.id, principal, path.viewId)
        if (isBuiltIn(view)) throw fixed()
        await removeView(transaction, view, by)
      })
    }),
  ]
}

const fixed = () => new Refusal(403, 'This view is built in and cannot be changed. Save a copy instead.')
