import { Kbd } from '#ui/text/kbd.tsx'
import { railLabels } from './filters/rail-labels.ts'

/** At the end of a search field: its shortcut while it is empty, and "no results" for the typed text. */
export function SearchHint({ search, total }: { search: string | undefined; total: number | undefined }) {
  if (!search) return <Kbd className="max-sm:hidden">/</Kbd>
  return total === 0 && <span className="text-xs whitespace-nowrap text-caution">{railLabels.noResults}</span>
}
