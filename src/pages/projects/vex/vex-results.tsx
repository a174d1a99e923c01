import type { ImportVexAnswer } from '#contract/responses/vex.ts'
import { labels } from './labels.ts'

const maxShown = 50

/** The result of an import: what was triaged, and which statements had no effect, with the reason. */
export function VexResults({ file, answer }: { file: Blob; answer: ImportVexAnswer }) {
  const { total, results } = answer
  const name = file instanceof File ? file.name : labels.file
  const unmatched = results.filter(({ outcome }) => outcome === 'unmatched')
  const hidden = total.unmatched - Math.min(unmatched.length, maxShown)
  return (
    <div role="status" className="grid gap-1 pt-3">
      <p className="font-medium">
        <bdi className="wrap-anywhere">{labels.result(name)}</bdi>
      </p>
      <p>
        {labels.summary(total.findings, total.triaged)}; {labels.others(total.unchanged, total.unmatched)}
      </p>
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
    </div>
  )
}
