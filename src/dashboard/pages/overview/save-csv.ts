import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { saveFile } from '#ui/save-file.ts'
import { toast } from '#ui/toast/toast.ts'
import { overviewCsv } from './csv.ts'
import { labels } from './details-labels.ts'

/** Saves all numbers of an overview as a table. */
export function saveCsv(data: OverviewAnswer): void {
  const name = labels.csvFile(data.from, data.until)
  saveFile(name, new Blob([overviewCsv(data)], { type: 'text/csv;charset=utf-8' }))
  toast({ tone: 'ok', title: labels.saved, detail: name, slot: 'saved' })
}
