import { useQuery } from '@tanstack/react-query'
import { scanGateOptions } from '#api/scans/scan-gate.ts'
import type { GateAnswer, GateFinding } from '#contract/responses/gate.ts'
import { gateLabels } from '#features/gate/labels.ts'
import { VerdictWord } from '#features/gate/verdict-word.tsx'
import { Link } from '#features/link.tsx'
import { Panel, QueryContent } from '#features/panel.tsx'
import { modeLabel, titleOfName } from '#features/policies/names.ts'
import { Severity } from '#features/severity.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { ruleTitle } from '#lib/text/rule-title.ts'
import { paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { classes } from '#ui/classes.ts'
import { Sentence } from '#ui/text/sentence.tsx'
import { WebLink } from '#ui/text/web-link.tsx'
import { EarlierVerdicts } from './earlier-verdicts.tsx'
import { labels } from './labels.ts'

/** More would be a list of findings, which has filters and pages. */
const maxShown = 100

interface GateSectionProps {
  deployment: string
  scanId: number
  project: string
  commit: string
  /** The URL of the CI job, where the check can be run again; undefined if it is unknown. */
  jobUrl: string | undefined
}

/** Whether the commit of a scan may pass, and the findings that keep it from passing. */
export function GateSection({ deployment, scanId, project, commit, jobUrl }: GateSectionProps) {
  const query = useQuery(scanGateOptions(deployment, scanId))
  return (
    <Panel title={labels.title}>
      <QueryContent query={query} failed={labels.failed} skeletonLines={2}>
        {(answer) => (
          <>
            <Verdict answer={answer} jobUrl={jobUrl} />
            {answer.reasons.length > 0 && (
              <ul aria-label={labels.reasons} className="list-disc pt-1 pl-5 text-2 wrap-anywhere">
                {answer.reasons.map(({ message }) => (
                  <li key={message}>
                    <Sentence text={message} />
                  </li>
                ))}
              </ul>
            )}
            {!answer.current && answer.id !== null && <p className="pt-1 text-2">{labels.replaced}</p>}
            <Findings deployment={deployment} answer={answer} />
          </>
        )}
      </QueryContent>
      <EarlierVerdicts {...{ deployment, project, commit }} current={query.data?.id} />
    </Panel>
  )
}

function Verdict({ answer, jobUrl }: { answer: GateAnswer } & Pick<GateSectionProps, 'jobUrl'>) {
  const { verdict, counts, base_ref: base } = answer
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <VerdictWord verdict={verdict} />
      <span className="text-2">
        {gateLabels.counts(counts)}
        {base !== null && (
          <>
            , {labels.compared} <bdi className="wrap-anywhere">{refLabel(base)}</bdi>
          </>
        )}
      </span>
      {jobUrl !== undefined && <WebLink href={jobUrl}>{labels.rerun}</WebLink>}
    </p>
  )
}

function Findings({ deployment, answer }: { deployment: string; answer: GateAnswer }) {
  const { findings, counts } = answer
  if (findings.length === 0) return null
  const shown = findings.slice(0, maxShown)
  const others = counts.block + counts.comment + counts.inform - shown.length
  return (
    <>
      <ul aria-label={labels.findings} className="mt-2 divide-y divide-line border-t border-line">
        {shown.map((finding) => (
          <FindingRow key={finding.id} deployment={deployment} finding={finding} />
        ))}
      </ul>
      {others > 0 && <p className="pt-2 text-2">{labels.more(others)}</p>}
    </>
  )
}

function FindingRow({ deployment, finding }: { deployment: string; finding: GateFinding }) {
  const { id, issue_type: type, title, rule_name: rule, path, line, dependency, effect, cause } = finding
  const place = path === null || line === null ? path : `${path}:${line}`
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-start gap-x-3 py-2 max-sm:grid-cols-[minmax(0,1fr)_auto]">
      <Severity value={finding.severity} />
      <div className="min-w-0 max-sm:order-last max-sm:col-span-2">
        <Link
          to={paths.finding(deployment, type, id)}
          className="font-medium text-1 no-underline wrap-anywhere hover:underline"
        >
          {ruleTitle(rule, title)}
        </Link>
        <p className="font-mono text-xs text-2 wrap-anywhere">
          {[dependency, place].map((text) => text !== null && <bdi key={text}>{text} </bdi>)}
        </p>
        <p className="text-2">{labels.cause(cause)}</p>
        <DecidedBy {...{ deployment, finding }} />
      </div>
      <span className={classes(effect === 'block' ? 'font-medium text-danger' : 'text-2')}>
        {labels.effects[effect]}
      </span>
    </li>
  )
}

/** The effective mode of a finding's rule, and the policy that decides it. Verdicts of earlier versions lack the policy. */
function DecidedBy({ deployment, finding: { mode, policy } }: { deployment: string; finding: GateFinding }) {
  return (
    <p className="text-2 wrap-anywhere">
      {modeLabel(mode)}
      {policy && (
        <>
          {' '}
          {labels.by}{' '}
          <Link
            to={settingsPaths.policy(deployment, String(policy.id))}
            className="text-accent underline underline-offset-2"
          >
            <bdi>{titleOfName(policy.name)}</bdi>
          </Link>
        </>
      )}
    </p>
  )
}
