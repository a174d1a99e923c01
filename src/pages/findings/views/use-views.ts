import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { viewsOptions } from '#api/findings/views.ts'
import { toast } from '#ui/toast/toast.ts'
import type { ToolProps } from '../tools/list-tool.ts'
import { viewLabels } from './labels.ts'
import { isEdited, pageOf, stateOf } from './view-state.ts'

/**
 * The saved views of a list, and which of them is open.
 * @param onMissing the view that the URL names is gone.
 */
export function useViews({ deployment, state, change }: ToolState, onMissing: () => void) {
  const query = useQuery(viewsOptions(deployment))
  const views = (query.data ?? [])
    .filter(({ page }) => page === pageOf(state.type))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
  const view = views.find(({ id }) => id === state.view)

  // A view may be newer than the list of them, which is requested once more before it counts as gone.
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
