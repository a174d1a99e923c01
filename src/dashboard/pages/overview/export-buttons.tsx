import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { Button } from '#ui/button.tsx'
import { labels } from './details-labels.ts'

/** Loads the code of the export on demand. */
const saveCsv = async (data: OverviewAnswer) => (await import('./save-csv.ts')).saveCsv(data)

/** Prints the overview, or saves its numbers. */
export function ExportButtons({ data }: { data: OverviewAnswer }) {
  return (
    <>
      <Button variant="quiet" onClick={() => print()}>
        {labels.print}
      </Button>
      <Button icon="download" aria-label={labels.exportCsv} onClick={() => void saveCsv(data)}>
        {labels.csv}
      </Button>
    </>
  )
}
