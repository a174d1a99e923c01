import { useQuery } from '@tanstack/react-query'
import { viewsOptions } from '#api/findings/views.ts'
import { typeOfPage } from '#contract/vocabulary.ts'
import { paths } from '#lib/urls/paths.ts'
import { searchOf } from '#pages/findings/views/view-state.ts'
import type { Entry } from './entries.ts'
import { labels } from './labels.ts'

const isPage = (page: string): page is keyof typeof typeOfPage => Object.hasOwn(typeOfPage, page)

/** Returns the saved views of all pages. Empty if they failed to load. */
export function useViews(deployment: string): Entry[] {
  const { data = [] } = useQuery(viewsOptions(deployment))
  return data.flatMap((view) => {
    if (!isPage(view.page)) return []
    const type = typeOfPage[view.page]
    const by = view.shared && !view.id.startsWith('builtin:') ? view.by : undefined
    return {
      id: `view ${view.id}`,
      label: view.name,
      detail: labels.view(type, by),
      icon: 'bookmark',
      onlyInSearch: true,
      to: `${paths.findings(deployment, type)}?${searchOf(type, view)}`,
    }
  })
}
