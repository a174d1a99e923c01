import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { Link } from '#features/link.tsx'
import { Severity } from '#features/severity.tsx'
import { Status } from '#features/status.tsx'
import { savedEnd } from '#features/triage/end-text.ts'
import { TriageForm } from '#features/triage/form/triage-form.tsx'
import { openOffers } from '#features/triage/match-offers.ts'
import { knownReason } from '#features/triage/row-labels.ts'
import { presentState, TriageActions } from '#features/triage/triage-actions.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { httpUrl } from '#lib/urls/http-url.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { classes } from '#ui/classes.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { MiddleTruncate } from '#ui/text/middle-truncate.tsx'
import { WebLink } from '#ui/text/web-link.tsx'
import { Badges } from './badges.tsx'
import { type DetailFinding, titleOf } from './detail-finding.ts'
import { text } from './labels.ts'
import { MatchPanel } from './triage/match-panel.tsx'
import { TriageNote } from './triage/triage-note.tsx'
import type { Triaging } from './triage/use-triage.ts'

interface FindingHeaderProps {
  finding: DetailFinding
  /** 1 on its own page, 2 next to a list. */
  level: 1 | 2
  triaging: Triaging
  now: Date
  /** Shown at the end of the first line: buttons for previous and next, expand and close. */
  end?: ReactNode
}

/** The title of a finding, its location, what matters for triage, and the triage buttons. */
export function FindingHeader({ finding, level, triaging, now, end }: FindingHeaderProps) {
  const Title = level === 1 ? 'h1' : 'h2'
  const title = titleOf(finding)
  const offers = openOffers(finding.matches)
  // States that no button sets: triage from a scan, or a value of another service.
  const otherwise =
    presentState(finding) === undefined || finding.state === 'fixed' || finding.state === 'removed'
  return (
    <>
      <div className="flex min-h-8 items-center gap-3">
        <Severity value={finding.severity} loud />
        {otherwise && (
          <Status
            value={finding.state === 'removed' ? 'removed' : finding.status}
            reason={finding.triage_reason}
          />
        )}
        <span className="flex-1" />
        {end}
      </div>
      <Title
        title={title.length > 120 ? title : undefined}
        className={classes(
          'mt-0.5 line-clamp-3 font-semibold wrap-anywhere',
          level === 1 ? 'text-xl' : 'text-lg',
        )}
      >
        {title}
      </Title>
      <LocationLine finding={finding} wide={level === 1} />
      <Badges finding={finding} now={now} />
      <div className="mt-3">
        <TriageActions
          finding={finding}
          disabledReason={triaging.disabledReason}
          opened={triaging.isReasonFormOpen ? 'ignored' : undefined}
          onChoose={triaging.choose}
          onRevoke={triaging.revoke}
        />
      </div>
      {triaging.isReasonFormOpen ? (
        <ReasonForm finding={finding} triaging={triaging} />
      ) : (
        <TriageNote
          finding={finding}
          now={now}
          onChange={triaging.disabledReason ? undefined : triaging.openReasonForm}
        />
      )}
      {offers.length > 0 && <MatchPanel finding={finding} offers={offers} triaging={triaging} />}
    </>
  )
}

/** Asks for the reason to ignore a finding; prefilled if it is already ignored. */
function ReasonForm({ finding, triaging }: Pick<FindingHeaderProps, 'finding' | 'triaging'>) {
  const isIgnored = finding.triage_state === 'ignored'
  return (
    <TriageForm
      key={`${triaging.draftKey} ${triaging.askedReason}`}
      subject={{
        label: isIgnored ? text.changeReason : text.ignore,
        draftKey: triaging.draftKey,
      }}
      initial={{
        reason: triaging.askedReason ?? (isIgnored ? knownReason(finding.triage_reason) : undefined),
        note: isIgnored ? (finding.triage_comment ?? '') : '',
        until: isIgnored ? savedEnd(finding) : undefined,
      }}
      types={[triaging.type]}
      alsoOn={triaging.alsoOn}
      severities={[finding.severity]}
      onSave={triaging.save}
      onCancel={triaging.close}
      className="mt-2 rounded border border-line bg-surface-2 px-3 py-2"
    />
  )
}

/** Project and ref, then file and line; on one line if there is room. */
function LocationLine({ finding, wide }: { finding: DetailFinding; wide: boolean }) {
  const location = finding.location
  const path = location?.filePath
  const where = path && (typeof location.line === 'number' ? `${path}:${location.line}` : path)
  const { deployment = '' } = useParams()
  const project = finding.repository.name
  return (
    <div className={wide ? 'mt-0.5 flex min-w-0 flex-wrap items-center gap-x-3' : 'mt-0.5'}>
      <p className="min-w-0 truncate font-mono text-xs leading-5 text-1" title={project}>
        {project ? (
          <Link to={settingsPaths.project(deployment, project)} className="hover:underline">
            <bdi>{project}</bdi>
          </Link>
        ) : (
          text.noProject
        )}
        {finding.ref && (
          <span className="text-2">
            {' · '}
            <bdi>{refLabel(finding.ref)}</bdi>
          </span>
        )}
      </p>
      <div className="flex min-h-6 min-w-0 items-center gap-1 max-sm:flex-wrap">
        {path && <MiddleTruncate path={path} line={location.line} />}
        {where && <CopyButton text={where} what="path" />}
        {httpUrl(finding.line_of_code_url) && (
          <span className={wide ? 'shrink-0 sm:pl-2' : 'shrink-0 sm:ml-auto sm:pl-2'}>
            <WebLink href={finding.line_of_code_url}>{text.openAtLine}</WebLink>
          </span>
        )}
      </div>
    </div>
  )
}
