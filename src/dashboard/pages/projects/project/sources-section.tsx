import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { sourceOptions, sourcesOptions } from '#api/scans/sources.ts'
import type { Source } from '#contract/responses/sources.ts'
import { Link } from '#features/link.tsx'
import { Panel, QueryContent } from '#features/panel.tsx'
import { ScanStatus } from '#features/scan-status.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/text/time.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'

const RetireDialog = lazyDialog(() => import('./retire-dialog.tsx').then((module) => module.RetireDialog))

interface SourcesSectionProps {
  deployment: string
  project: string
  now: Date
  /** Why this person may not retire or restore a source. */
  disabledReason: string | undefined
}

/** The sources of a project: each tool with its category, its last scan, and whether it is overdue or retired. */
export function SourcesSection({ deployment, project, now, disabledReason }: SourcesSectionProps) {
  const query = useQuery(sourcesOptions(deployment, project))
  const [retiring, setRetiring] = useState<Source>()
  const restore = useRestore(deployment, project)
  return (
    <Panel title={labels.sources.title}>
      <QueryContent query={query} failed={labels.sources.failed} skeletonLines={3}>
        {(sources) =>
          sources.length === 0 ? (
            <p className="text-3">{labels.sources.none}</p>
          ) : (
            <ul aria-label={labels.sources.title} className="divide-y divide-line">
              {sources.map((source) => (
                <li key={`${source.tool}\n${source.category ?? ''}`} className="flex items-start gap-3 py-2">
                  <SourceFacts {...{ deployment, source, now }} />
                  {source.retired === null ? (
                    <Button
                      size="small"
                      aria-label={labels.sources.retireOne(labels.sources.name(source))}
                      disabledReason={disabledReason}
                      onClick={() => setRetiring(source)}
                    >
                      {labels.sources.retire}
                    </Button>
                  ) : (
                    canRestore(source, now) && (
                      <Button
                        size="small"
                        icon="undo"
                        aria-label={labels.sources.restoreOne(labels.sources.name(source))}
                        disabledReason={disabledReason}
                        loading={restore.isRestoring(source)}
                        onClick={() => restore.run(source)}
                      >
                        {labels.sources.restore}
                      </Button>
                    )
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
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
      const name = labels.sources.name(source)
      mutate(
        { repo, tool: source.tool, category: source.category },
        {
          onSuccess: ({ findings }) =>
            toast({
              title: labels.sources.restoredToast(name),
              detail: labels.sources.restored(findings),
              tone: 'ok',
              slot: 'source',
            }),
          onError: (error) => {
            const { title, detail, kind } = explain(error)
            if (kind === 'expired') return
            toast({ title: labels.sources.notRestored(name, title), detail, tone: 'danger', slot: 'source' })
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
        {source.silent && <Tag tone="caution">{labels.sources.silent}</Tag>}
        {retired && <Tag>{labels.sources.retired}</Tag>}
      </p>
      <p className="flex flex-wrap items-center gap-x-4 text-2">
        <span>
          {labels.sources.lastScan}{' '}
          <Link
            to={settingsPaths.scan(deployment, last.id)}
            className="text-accent underline underline-offset-2"
          >
            <Time value={last.at} now={now} />
            <span className="sr-only">{labels.sources.scan(last.id)}</span>
          </Link>{' '}
          {labels.sources.on} <bdi className="wrap-anywhere">{refLabel(last.ref)}</bdi>
        </span>
        <ScanStatus value={last.status} ended />
        <span>{labels.sources.scans(source.scans)}</span>
        <span>{labels.sources.open(source.open_findings)}</span>
      </p>
      {source.silent && (
        <p className="text-caution">
          {labels.sources.silentSince} <Time value={last.at} now={now} form="day" />,{' '}
          {labels.sources.othersReport}
        </p>
      )}
      {retired && (
        <p className="text-2">
          {labels.sources.retiredBy} <bdi>{retired.by}</bdi> <Time value={retired.at} now={now} />.{' '}
          {canRestore(source, now) ? (
            <>
              {labels.sources.restorable} <Time value={retired.restore_until} now={now} form="exact" />.
            </>
          ) : (
            labels.sources.notRestorable
          )}
        </p>
      )}
    </div>
  )
}
