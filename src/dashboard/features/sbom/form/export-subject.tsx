import type { SbomSubject } from '#contract/responses/sbom.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { parseInstant } from '#lib/time/instant.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { Time } from '#ui/text/time.tsx'
import { labels } from '../labels.ts'

const week = 7 * 24 * 60 * 60 * 1000

interface ExportSubjectProps {
  /** Whether this service describes what would be exported; undefined until that is known. */
  known: boolean | undefined
  subject: SbomSubject | undefined
  error: Error | null
  retrying: boolean
  onRetry: () => void
  /** Chooses another ref of the project. */
  onChoose: (ref: string) => void
  now: Date
}

/** The contents of the export, and their age. */
export function ExportSubject(props: ExportSubjectProps) {
  const { known, subject, error, retrying, onRetry, onChoose, now } = props
  if (known === false) return <p className="text-2">{labels.described.newest}</p>
  if (!subject && error) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caution">
        {labels.described.failed}
        <Button size="small" icon="refresh" onClick={onRetry} loading={retrying}>
          {labels.retry}
        </Button>
      </p>
    )
  }
  if (!subject) {
    return (
      <div aria-busy className="flex h-5 items-center">
        <span className="sr-only">{labels.described.loading}</span>
        <Skeleton className="w-64" />
      </div>
    )
  }
  if (subject.reason !== null) {
    return (
      <div role="status" className="grid gap-2">
        <p className="flex items-start gap-1.5 text-danger">
          <Icon name="error" className="mt-0.5" />
          <span className="min-w-0 wrap-anywhere">{subject.reason}</span>
        </p>
        <OtherRefs refs={subject.refs ?? []} onChoose={onChoose} />
      </div>
    )
  }
  return <SubjectFacts subject={subject} now={now} />
}

/** The refs that can be exported in place of one that cannot. */
function OtherRefs({ refs, onChoose }: { refs: readonly string[]; onChoose: (ref: string) => void }) {
  if (refs.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-2 text-2">
      {labels.described.otherRefs}
      {refs.map((name) => (
        <Button key={name} size="small" onClick={() => onChoose(name)} className="max-w-full">
          <span className="truncate">{refLabel(name)}</span>
        </Button>
      ))}
    </p>
  )
}

function SubjectFacts({ subject, now }: { subject: SbomSubject; now: Date }) {
  const { ref, commit, scannedAt, dependencies } = subject
  const at = parseInstant(scannedAt)
  const old = at !== undefined && now.getTime() - at.getTime() > week
  return (
    <p role="status" className={classes('flex items-start gap-1.5', old ? 'text-caution' : 'text-2')}>
      <Icon name={old ? 'warning' : 'info'} className="mt-0.5" />
      <span className="min-w-0 wrap-anywhere">
        {ref === null && labels.described.allProjects}
        {ref && <>{refLabel(ref)}, </>}
        {commit && (
          <>
            {labels.described.commit} <code className="text-xs">{commit.slice(0, 7)}</code>,{' '}
          </>
        )}
        {at && (
          <>
            {labels.described.fullScan} <Time value={scannedAt} now={now} />
          </>
        )}
        {dependencies !== null && <>, {labels.described.uses(dependencies)}</>}
        {old && <strong className="font-medium">. {labels.described.old}</strong>}
      </span>
    </p>
  )
}
