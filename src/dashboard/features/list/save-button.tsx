import { plural } from '#lib/text/format.ts'
import { Button } from '#ui/button.tsx'
import { csvLabels } from './csv-labels.ts'
import type { useCsvDownload } from './use-csv-download.ts'

interface SaveButtonProps {
  saving: ReturnType<typeof useCsvDownload>
  disabledReason: string | undefined
}

/** Exports a list as a table; meanwhile shows the progress and cancels the export. */
export function SaveButton({
  saving: { progress, noun, nouns, start, cancel },
  disabledReason,
}: SaveButtonProps) {
  if (!progress) {
    return (
      <Button onClick={() => void start()} disabledReason={disabledReason}>
        {csvLabels.exportCsv}
      </Button>
    )
  }
  return (
    <>
      <span role="status" className="text-2 max-sm:hidden">
        {csvLabels.exported(plural(progress.count, noun, nouns))}
      </span>
      <Button onClick={cancel}>{csvLabels.cancel}</Button>
    </>
  )
}
