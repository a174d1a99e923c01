import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refsOptions } from '#api/projects/projects.ts'
import { findingFilter } from '#contract/parameters/findings-query.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import { Link } from '#features/link.tsx'
import { Panel, QueryContent } from '#features/panel.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { paths } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/text/time.tsx'
import { labels } from '../labels.ts'

interface RefsSectionProps {
  deployment: string
  project: { id: number; name: string }
  now: Date
}

const few = 8
const mostAnswered = 1000

/** The scanned refs, the primary one first; each links to its open findings. */
export function RefsSection({ deployment, project, now }: RefsSectionProps) {
  const query = useQuery(refsOptions(deployment, project.id))
  const [all, setAll] = useState(false)
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
                {(all ? refs : refs.slice(0, few)).map(({ name, primary, latest_scan_at }) => (
                  <li key={name} className="flex min-h-9 min-w-0 items-center gap-2">
                    <Link
                      to={openOn(name)}
                      title={name}
                      aria-label={labels.branches.open(refLabel(name))}
                      className="min-w-0 truncate text-accent hover:underline"
                    >
                      {refLabel(name)}
                    </Link>
                    {primary && <Tag tone="accent">{labels.branches.primary}</Tag>}
                    <span className="ml-auto shrink-0 text-2">
                      {latest_scan_at ? (
                        <Time value={latest_scan_at} now={now} what={labels.branches.lastScan} />
                      ) : (
                        labels.branches.neverScanned
                      )}
                    </span>
                  </li>
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
    </Panel>
  )
}
