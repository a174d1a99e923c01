import type { ImportVexAnswer } from '#contract/responses/vex.ts'
import { SeverityCounts } from '#features/triage/jobs/severity-counts.tsx'
import { Button } from '#ui/button.tsx'
import { labels } from './labels.ts'
import type { useVexImport } from './use-vex-import.ts'

const maxShown = 50

interface VexResultsProps {
  vexImport: ReturnType<typeof useVexImport>
}

/** What an import would triage, with the button that does it; afterwards what it did, and how to undo it. */
export function VexResults({ vexImport }: VexResultsProps) {
  const { file, preview, result, undone } = vexImport
  const answer = result ?? preview
  if (!answer) return null
  const name = file instanceof File ? file.name : labels.file
  const { findings, triaged, unchanged, unmatched, severities } = answer.total
  return (
    <div role="status" className="grid gap-1 pt-3">
      <p className="font-medium">
        <bdi className="wrap-anywhere">{result ? labels.result(name) : labels.preview(name)}</bdi>
      </p>
      <p>
        {result ? labels.summary(findings, triaged) : labels.willTriage(findings, triaged)};{' '}
        {labels.others(unchanged, unmatched)}
      </p>
      <SeverityCounts counts={severities} />
      {undone !== undefined && <p>{labels.undone(undone)}</p>}
      <Statements answer={answer} />
      <div className="flex flex-wrap gap-2 pt-1">
        {result ? <AfterButtons vexImport={vexImport} /> : <BeforeButtons vexImport={vexImport} />}
      </div>
    </div>
  )
}

function BeforeButtons({ vexImport }: VexResultsProps) {
  const findings = vexImport.preview?.total.findings ?? 0
  return (
    <>
      <Button
        variant="primary"
        loading={vexImport.isApplying}
        disabledReason={findings === 0 ? labels.nothingToDo : undefined}
        onClick={vexImport.apply}
      >
        {labels.apply(findings)}
      </Button>
      <Button variant="quiet" onClick={vexImport.reset}>
        {labels.discard}
      </Button>
    </>
  )
}

function AfterButtons({ vexImport }: VexResultsProps) {
  return (
    <>
      {vexImport.undo && (
        <Button loading={vexImport.isUndoing} onClick={vexImport.undo}>
          {labels.undo}
        </Button>
      )}
      <Button variant="quiet" onClick={vexImport.reset}>
        {labels.close}
      </Button>
    </>
  )
}

/** The statements that have no effect, with the reason of each. */
function Statements({ answer: { total, results } }: { answer: ImportVexAnswer }) {
  const unmatched = results.filter(({ outcome }) => outcome === 'unmatched')
  const hidden = total.unmatched - Math.min(unmatched.length, maxShown)
  return (
    <>
      {unmatched.length > 0 && (
        <ul aria-label={labels.unmatched} className="divide-y divide-line">
          {unmatched.slice(0, maxShown).map((one, at) => (
            <li key={at} className="py-1 wrap-anywhere">
              <bdi>{labels.statement(one.statement, one.vulnerability)}</bdi>{' '}
              {one.product && <bdi className="text-2">{one.product}</bdi>}
              <p className="text-2">{one.detail}</p>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="text-2">{labels.more(hidden)}</p>}
    </>
  )
}
