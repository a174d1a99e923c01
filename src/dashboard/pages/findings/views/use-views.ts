import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { viewsOptions } from '#api/findings/views.ts'
import { toast } from '#ui/toast/toast.ts'
import type { ToolProps } from '../tools/list-tool.ts'
import { viewLabels } from './labels.ts'
import { isEdited, pageOf, stateOf } from './view-state.ts'

/**
 * Loads the saved views of a list and finds the open one.
 * @param onMissing called if the view in the URL does not exist.
 */
export function useViews({ deployment, state, change }: ToolState, onMissing: () => void) {
  const query = useQuery(viewsOptions(deployment))
  const views = (query.data ?? [])
    .filter(({ page }) => page === pageOf(state.type))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
  const view = views.find(({ id }) => id === state.view)

  // A view may be newer than the list of views, which is refetched once before the view counts as missing.
  const searched = useRef<string>(undefined)
  const missing = !view && query.isSuccess && !query.isFetching ? state.view : undefined
  const searchOrDrop = useEffectEvent((id: string) => {
    if (searched.current !== id) {
      searched.current = id
      void query.refetch()
      return
    }
    onMissing()
    toast({ title: viewLabels.missing, detail: viewLabels.missingDetail })
    change((now) => ({ ...now, view: undefined }), { kind: 'program' })
  })
  useEffect(() => {
    if (missing !== undefined) searchOrDrop(missing)
  }, [missing])

  return {
    query,
    views,
    view,
    edited: view !== undefined && isEdited(state, view),
    open: (id: string) => {
      const next = views.find((one) => one.id === id)
      if (next) change(() => stateOf(state.type, next), { kind: 'choice', group: `view ${id}` })
    },
  }
}

type ToolState = Pick<ToolProps, 'deployment' | 'state' | 'change'>
