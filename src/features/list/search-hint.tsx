import { Kbd } from '#ui/text/kbd.tsx'
import { listLabels } from './labels.ts'

/** At the end of a search field: its key while it is empty, and that what was typed finds nothing. */
export function SearchHint({ search, total }: { search: string | undefined; total: number | undefined }) {
  if (!search) return <Kbd className="max-sm:hidden">/</Kbd>
  return total === 0 && <span className="text-xs whitespace-nowrap text-caution">{listLabels.noResults}</span>
}
