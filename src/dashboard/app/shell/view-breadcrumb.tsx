import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { viewsOptions } from '#api/findings/views.ts'

/** Returns the name of the saved view in the URL; undefined if there is none. */
export function useViewName(slug: string | undefined): string | undefined {
  const { search } = useLocation()
  const id = new URLSearchParams(search).get('view')
  const enabled = id !== null && slug !== undefined
  const { data } = useQuery({ ...viewsOptions(slug ?? ''), enabled })
  return data?.find((view) => view.id === id)?.name
}

/** The saved view at the end of the breadcrumb. */
export function ViewBreadcrumb({ slug }: { slug: string }) {
  const name = useViewName(slug)
  if (name === undefined) return null
  return (
    <span title={name} className="min-w-0 shrink-9999 truncate whitespace-pre text-2 max-sm:hidden">
      <span aria-hidden className="text-3">
        {'/  '}
      </span>
      <bdi>{name}</bdi>
    </span>
  )
}
