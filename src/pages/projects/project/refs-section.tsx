import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { refsOptions } from '#api/projects/projects.ts'
import { findingFilter } from '#contract/parameters/findings-query.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import type { Project, Ref } from '#contract/responses/projects.ts'
import { Link } from '#features/link.tsx'
import { Panel, QueryContent } from '#features/panel.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { paths } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/text/time.tsx'
import { labels } from '../labels.ts'

const DeleteRefDialog = lazyDialog(() =>
  import('./delete-ref-dialog.tsx').then((module) => module.DeleteRefDialog),
)

interface RefsSectionProps {
  deployment: string
  project: Pick<Project, 'id' | 'name' | 'primary_branch'>
  /** Why this person may not delete branches. */
  disabledReason: string | undefined
  now: Date
}

const few = 8
const mostAnswered = 1000

/** The scanned refs, the primary one first; each links to its open findings, and can be deleted if it is another one. */
export function RefsSection({ deployment, project, disabledReason, now }: RefsSectionProps) {
  const query = useQuery(refsOptions(deployment, project.id))
  const [all, setAll] = useState(false)
  const [deleting, setDeleting] = useState<Ref>()
  const openOn = (ref: string) =>
    paths.findings(
      deployment,
      'sast',
      writeQuery(findingFilter, { status: ['open'], ref, repos: [project.name] }),
    )
  return (
    <Panel title={labels.branches.title}>
      <QueryContent query={query} failed={labels.branches.failed} skeletonLines={4}>
        {(refs) =>
          refs.length === 0 ? (
            <p className="text-3">{labels.branches.none}</p>
          ) : (
            <>
              <ul className="divide-y divide-line">
                {(all ? refs : refs.slice(0, few)).map((ref) => (
                  <RefRow
                    key={ref.name}
                    {...{ gitRef: ref, now, disabledReason }}
                    to={openOn(ref.name)}
                    isSet={ref.name === project.primary_branch}
                    onDelete={() => setDeleting(ref)}
                  />
                ))}
              </ul>
              {refs.length > few && (
                <Button size="small" onClick={() => setAll(!all)} className="mt-2">
                  {all ? labels.branches.fewer : labels.branches.all(refs.length)}
                </Button>
              )}
              {refs.length >= mostAnswered && (
                <p className="pt-2 text-3">{labels.branches.most(mostAnswered)}</p>
              )}
            </>
          )
        }
      </QueryContent>
      {deleting && (
        <Suspense>
          <DeleteRefDialog
            deployment={deployment}
            project={project.name}
            gitRef={deleting}
            onClose={() => setDeleting(undefined)}
          />
        </Suspense>
      )}
    </Panel>
  )
}

interface RefRowProps {
  gitRef: Ref
  now: Date
  disabledReason: string | undefined
  to: string
  /** Whether it is set as the primary branch. */
  isSet: boolean
  onDelete: () => void
}

function RefRow({ gitRef, now, disabledReason, to, isSet, onDelete }: RefRowProps) {
  const { name, primary, latest_scan_at, open } = gitRef
  return (
    <li className="flex min-h-9 min-w-0 items-center gap-2">
      <Link
        to={to}
        title={name}
        aria-label={labels.branches.open(refLabel(name))}
        className="min-w-0 truncate text-accent hover:underline"
      >
        {refLabel(name)}
      </Link>
      {primary && <Tag tone="accent">{labels.branches.primary}</Tag>}
      {typeof open === 'number' && <span className="shrink-0 text-2">{labels.branches.openCount(open)}</span>}
      <span className="ml-auto shrink-0 text-2">
        {latest_scan_at ? (
          <Time value={latest_scan_at} now={now} what={labels.branches.lastScan} />
        ) : (
          labels.branches.neverScanned
        )}
      </span>
      {primary || isSet ? (
        <span className="w-6 shrink-0" />
      ) : (
        <IconButton
          size="small"
          icon="trash"
          label={labels.branches.delete(refLabel(name))}
          disabledReason={disabledReason}
          onClick={onDelete}
        />
      )}
    </li>
  )
}
