import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { refsOptions } from '#api/projects/projects.ts'
import { findingFilter } from '#contract/parameters/findings-query.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import type { Project, Ref } from '#contract/responses/projects.ts'
import { Link } from '#features/link.tsx'
import { Panel, QueryContent } from '#features/panel.tsx'
import { productLabels } from '#features/project-findings.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
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

/** The scanned refs, the primary one first, with their open findings of each type; other ones can be deleted. */
export function RefsSection({ deployment, project, disabledReason, now }: RefsSectionProps) {
  const query = useQuery(refsOptions(deployment, project.id))
  const [all, setAll] = useState(false)
  const [deleting, setDeleting] = useState<Ref>()
  const openOn = (ref: string) => (type: PageType) =>
    paths.findings(
      deployment,
      type,
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
                    listOf={openOn(ref.name)}
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
  /** The URL of its open findings of a type. */
  listOf: (type: PageType) => string
  /** Whether it is set as the primary branch. */
  isSet: boolean
  onDelete: () => void
}

function RefRow({ gitRef, now, disabledReason, listOf, isSet, onDelete }: RefRowProps) {
  const { name, primary, latest_scan_at, open_by_type: open } = gitRef
  return (
    <li className="flex min-h-9 min-w-0 items-center gap-2 py-1">
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2">
          <bdi title={name} className="min-w-0 truncate">
            {refLabel(name)}
          </bdi>
          {primary && <Tag tone="accent">{labels.branches.primary}</Tag>}
        </p>
        {open && <OpenOn {...{ open, listOf }} branch={refLabel(name)} />}
      </div>
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

interface OpenOnProps {
  open: NonNullable<Ref['open_by_type']>
  listOf: (type: PageType) => string
  branch: string
}

/** The open findings of a ref: each type has a list of its own, so that the sum of all would open none. */
function OpenOn({ open, listOf, branch }: OpenOnProps) {
  return (
    <p className="flex flex-wrap gap-x-3 text-xs">
      {productLabels.map(([type, word]) => (
        <Link
          key={type}
          to={listOf(type)}
          aria-label={labels.branches.open(open[type], word, branch)}
          className={open[type] === 0 ? 'text-3 hover:underline' : 'text-accent hover:underline'}
        >
          {labels.branches.openCount(open[type], word)}
        </Link>
      ))}
    </p>
  )
}
