import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refsOptions } from '#api/projects.ts'
import { findingFilter } from '#contract/findings-query.ts'
import { writeQuery } from '#contract/query.ts'
import { formatNumber } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { refWords } from '#lib/ref-words.ts'
import { Link } from '#parts/link.tsx'
import { AnswerOf, Panel } from '#parts/panel.tsx'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/time.tsx'

interface RefsSectionProps {
  deployment: string
  project: { id: number; name: string }
  now: Date
}

const few = 8
const mostAnswered = 1000

/** The refs that scans have seen, the primary one first; each leads to its open findings. */
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
    <Panel title="Refs">
      <AnswerOf query={query} failed="The refs could not be loaded" lines={4}>
        {(refs) =>
          refs.length === 0 ? (
            <p className="text-3">No scan has seen a ref yet.</p>
          ) : (
            <>
              <ul className="divide-y divide-line">
                {(all ? refs : refs.slice(0, few)).map(({ name, primary, latest_scan_at }) => (
                  <li key={name} className="flex min-h-9 min-w-0 items-center gap-2">
                    <Link
                      to={openOn(name)}
                      title={name}
                      aria-label={`Open code findings on ${refWords(name)}`}
                      className="min-w-0 truncate text-accent hover:underline"
                    >
                      {refWords(name)}
                    </Link>
                    {primary && <Tag tone="accent">Primary</Tag>}
                    <span className="ml-auto shrink-0 text-2">
                      {latest_scan_at ? (
                        <Time value={latest_scan_at} now={now} what="Last scan" />
                      ) : (
                        'never scanned'
                      )}
                    </span>
                  </li>
                ))}
              </ul>
              {refs.length > few && (
                <Button size="small" onClick={() => setAll(!all)} className="mt-2">
                  {all ? 'Show fewer' : `Show all ${formatNumber(refs.length)}`}
                </Button>
              )}
              {refs.length >= mostAnswered && (
                <p className="pt-2 text-3">
                  The {formatNumber(mostAnswered)} most recently scanned; there may be more.
                </p>
              )}
            </>
          )
        }
      </AnswerOf>
    </Panel>
  )
}
