import type { AcceptedRisk } from '#contract/responses/accepted-risks.ts'
import { Link } from '#features/link.tsx'
import { productLabels } from '#features/project-findings.ts'
import { Severity } from '#features/severity.tsx'
import { untilText } from '#features/triage/end-text.ts'
import { paths } from '#lib/urls/paths.ts'
import { Time } from '#ui/text/time.tsx'
import { labels } from './labels.ts'
import { placeOf, titleOf } from './risk-text.ts'

interface RisksTableProps {
  deployment: string
  risks: readonly AcceptedRisk[]
  now: Date
}

const words = Object.fromEntries(productLabels)
/** Where there is no room for columns, a row is a card whose cells begin with the names of their columns. */
const cell =
  'py-2 pr-4 align-top wrap-anywhere max-lg:block max-lg:py-1 max-lg:pr-0 print:table-cell print:py-2 print:pr-4'
const wide = 'max-lg:col-span-3'

/** The accepted risks; nothing is cut, since it is printed. */
export function RisksTable({ deployment, risks, now }: RisksTableProps) {
  return (
    <section
      aria-label={labels.title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
      tabIndex={0}
      className="overflow-x-auto focus-inset print:overflow-visible"
    >
      <table className="w-full min-w-190 table-fixed border-collapse max-lg:block max-lg:min-w-0 print:table print:min-w-0 print:text-xs">
        <caption className="sr-only">{labels.title}</caption>
        <thead className="text-left text-xs text-2 max-lg:sr-only print:not-sr-only print:table-header-group">
          <tr>
            {Object.entries(labels.columns).map(([column, word]) => (
              <th
                key={column}
                scope="col"
                className={`h-8 pr-4 font-medium ${column === 'finding' || column === 'reason' ? '' : 'w-36 print:w-24'}`}
              >
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:block print:table-row-group">
          {risks.map((risk) => (
            <RiskRow key={risk.id} {...{ deployment, risk, now }} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface RiskRowProps extends Pick<RisksTableProps, 'deployment' | 'now'> {
  risk: AcceptedRisk
}

function RiskRow({ deployment, risk, now }: RiskRowProps) {
  return (
    <tr className="break-inside-avoid border-t border-line max-lg:grid max-lg:grid-cols-3 max-lg:gap-x-4 max-lg:py-2 print:table-row">
      <th scope="row" className={`${cell} ${wide} text-left font-normal`}>
        <Link
          to={paths.finding(deployment, risk.issue_type, risk.id)}
          className="font-medium text-1 no-underline hover:underline"
        >
          <bdi>{titleOf(risk)}</bdi>
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 text-xs text-2">
          <Severity value={risk.severity} />
          <span>{words[risk.issue_type]}</span>
          <bdi>{risk.project}</bdi>
        </span>
        <span className="block font-mono text-xs text-2">
          <bdi>{placeOf(risk)}</bdi>
        </span>
      </th>
      <td className={`${cell} ${wide}`}>
        <ColumnName of="reason" />
        {risk.note ? (
          <span className="whitespace-pre-line">
            <bdi>{risk.note}</bdi>
          </span>
        ) : (
          <span className="text-3">{labels.noReason}</span>
        )}
      </td>
      <td className={cell}>
        <ColumnName of="requested" />
        <Who name={risk.requested_by} at={risk.requested_at} now={now} />
      </td>
      <td className={cell}>
        <ColumnName of="approved" />
        {risk.approved_by || risk.approved_at ? (
          <>
            <Who name={risk.approved_by} at={risk.approved_at} now={now} />
            {risk.approval_note && (
              <span className="block text-xs text-2">
                <bdi>{risk.approval_note}</bdi>
              </span>
            )}
          </>
        ) : (
          <span className="text-3">{labels.notNeeded}</span>
        )}
      </td>
      <td className={cell}>
        <ColumnName of="until" />
        {untilText(risk.ignored_until, risk.ignore_ends).replace(/^until /, '') || (
          <span className="text-3">{labels.noEnd}</span>
        )}
      </td>
    </tr>
  )
}

/** The name of a cell's column, where the columns have no heads. */
function ColumnName({ of }: { of: keyof typeof labels.columns }) {
  return (
    <span aria-hidden className="block text-xs text-3 lg:hidden print:hidden">
      {labels.columns[of]}
    </span>
  )
}

function Who({ name, at, now }: { name: string | null; at: string | null; now: Date }) {
  return (
    <>
      {name && (
        <span className="block">
          <bdi>{name}</bdi>
        </span>
      )}
      <span className="text-xs text-2">
        <Time value={at} now={now} form="day" />
      </span>
    </>
  )
}
