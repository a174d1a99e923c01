import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { explain } from '#api/errors.ts'
import { sourceOptions, sourcesOptions } from '#api/sources.ts'
import type { Source } from '#contract/answers/sources.ts'
import { plural } from '#lib/format.ts'
import { placePaths } from '#lib/place-paths.ts'
import { refWords } from '#lib/ref-words.ts'
import { Link } from '#parts/link.tsx'
import { AnswerOf, Panel } from '#parts/panel.tsx'
import { ScanStatus } from '#parts/scan-status.tsx'
import { Button } from '#ui/button.tsx'
import { lateDialog } from '#ui/late.tsx'
import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/time.tsx'
import { toast } from '#ui/toast.ts'
import { sourceWords } from './source-labels.ts'

const RetireDialog = lateDialog(() => import('./retire-dialog.tsx').then((module) => module.RetireDialog))

interface SourcesSectionProps {
  deployment: string
  project: string
  now: Date
  /** Why this person may not retire or restore a source. */
  disabledReason: string | undefined
}

/** What reports to a project: each tool with its category, its last scan, and whether it fell silent or was retired. */
export function SourcesSection({ deployment, project, now, disabledReason }: SourcesSectionProps) {
  const query = useQuery(sourcesOptions(deployment, project))
  const [retiring, setRetiring] = useState<Source>()
  const restore = useRestore(deployment, project)
  return (
    <Panel title="Sources">
      <AnswerOf query={query} failed="The sources could not be loaded" lines={3}>
        {(sources) =>
          sources.length === 0 ? (
            <p className="text-3">No tool has reported yet.</p>
          ) : (
            <ul aria-label="Sources" className="divide-y divide-line">
              {sources.map((source) => (
                <li key={`${source.tool}\n${source.category ?? ''}`} className="flex items-start gap-3 py-2">
                  <SourceFacts {...{ deployment, source, now }} />
                  {source.retired === null ? (
                    <Button
                      size="small"
                      aria-label={`Retire ${sourceWords(source)}`}
                      disabledReason={disabledReason}
                      onClick={() => setRetiring(source)}
                    >
                      Retire…
                    </Button>
                  ) : (
                    canRestore(source, now) && (
                      <Button
                        size="small"
                        icon="undo"
                        aria-label={`Restore ${sourceWords(source)}`}
                        disabledReason={disabledReason}
                        loading={restore.isRestoring(source)}
                        onClick={() => restore.run(source)}
                      >
                        Restore
                      </Button>
                    )
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </AnswerOf>
      <Suspense>
        {retiring && (
          <RetireDialog
            {...{ deployment, project }}
            source={retiring}
            onRestore={restore.run}
            onClose={() => setRetiring(undefined)}
          />
        )}
      </Suspense>
    </Panel>
  )
}

function canRestore({ retired }: Source, now: Date): boolean {
  return Boolean(retired?.restore_until) && new Date(retired?.restore_until ?? 0) > now
}

/** Restores a source with its findings. */
function useRestore(deployment: string, repo: string) {
  const { mutate, isPending, variables } = useMutation(sourceOptions(deployment, 'restore'))
  const isNamed = (source: Source) =>
    variables?.tool === source.tool && (variables.category ?? null) === source.category
  return {
    isRestoring: (source: Source) => isPending && isNamed(source),
    run: (source: Source) => {
      const name = sourceWords(source)
      mutate(
        { repo, tool: source.tool, category: source.category },
        {
          onSuccess: ({ findings }) =>
            toast({
              title: `${name} restored`,
              detail: `${plural(findings, 'finding')} restored`,
              tone: 'ok',
              slot: 'source',
            }),
          onError: (error) => {
            const { title, detail, kind } = explain(error)
            if (kind === 'expired') return
            toast({ title: `${name} was not restored: ${title}`, detail, tone: 'danger', slot: 'source' })
          },
        },
      )
    },
  }
}

function SourceFacts({ deployment, source, now }: { deployment: string; source: Source; now: Date }) {
  const { last_scan: last, retired } = source
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-medium wrap-anywhere">{source.tool}</bdi>
        {source.category && <bdi className="text-2 wrap-anywhere">{source.category}</bdi>}
        {source.silent && <Tag tone="caution">Silent</Tag>}
        {retired && <Tag>Retired</Tag>}
      </p>
      <p className="flex flex-wrap items-center gap-x-4 text-2">
        <span>
          Last scan{' '}
          <Link to={placePaths.scan(deployment, last.id)} className="text-accent hover:underline">
            <Time value={last.at} now={now} />
            <span className="sr-only">, scan {last.id}</span>
          </Link>{' '}
          on <bdi className="wrap-anywhere">{refWords(last.ref)}</bdi>
        </span>
        <ScanStatus value={last.status} ended />
        <span>{plural(source.scans, 'scan')}</span>
        <span>{plural(source.open_findings, 'open finding')}</span>
      </p>
      {source.silent && (
        <p className="text-caution">
          Silent since <Time value={last.at} now={now} form="day" />, while other sources still report.
        </p>
      )}
      {retired && (
        <p className="text-2">
          Retired by <bdi>{retired.by}</bdi> <Time value={retired.at} now={now} />
          {canRestore(source, now) ? (
            <>
              ; can be restored until <Time value={retired.restore_until} now={now} form="exact" />.
            </>
          ) : (
            '. It can no longer be restored; it comes back when it reports again.'
          )}
        </p>
      )}
    </div>
  )
}
