import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { mayIn, meOptions } from '#api/me.ts'
import { serviceOptions } from '#api/service.ts'
import { demoNotice } from '#features/import/labels.ts'
import { useImportTarget } from '#features/import/use-target.ts'
import { Link } from '#features/link.tsx'
import { ciLabels } from '#features/pipeline/labels.ts'
import { defaultFilter, paths } from '#lib/urls/paths.ts'
import { lazy } from '#ui/lazy.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { CommandSection } from './command-section.tsx'
import { pageLabels } from './labels.ts'
import { PipelineSection } from './pipeline-section.tsx'

const ImportPanel = lazy(() =>
  import('#features/import/import-panel.tsx').then((module) => module.ImportPanel),
)

/** Ways to import scans into a deployment: by file, by command, or from a pipeline. */
export default function ImportRoute() {
  const { deployment = '' } = useParams()
  return <ImportPage key={deployment} deployment={deployment} />
}

function ImportPage({ deployment: slug }: { deployment: string }) {
  const { data: me } = useQuery(meOptions())
  const { data: service } = useQuery(serviceOptions())
  const target = useImportTarget(slug)
  const isEmpty = me?.deployments.find((one) => one.slug === slug)?.counts.projects === 0
  const [wasEmpty, setWasEmpty] = useState(false)
  if (isEmpty && !wasEmpty) setWasEmpty(true)
  const address = service?.publicUrl ?? location.origin
  const receiver = target.deployment?.slug ?? service?.host?.deployment ?? slug
  return (
    <div className="max-w-300 px-4 pt-3 pb-10">
      <h1 className="text-xl font-semibold">{wasEmpty ? pageLabels.emptyTitle : pageLabels.title}</h1>
      <p className="pt-1 text-base text-2">{pageLabels.lead}</p>
      {target.isDemo && <Banner className="mt-4 rounded">{demoNotice(target.deployment?.name)}</Banner>}
      <Section title={pageLabels.upload}>
        <Suspense fallback={<SkeletonLines count={3} />}>
          <ImportPanel deployment={slug} />
        </Suspense>
      </Section>
      {wasEmpty && (
        <Banner
          tone={isEmpty ? 'info' : 'ok'}
          className="mt-4 rounded"
          actions={
            !isEmpty && (
              <Link to={paths.findings(slug, 'sast', defaultFilter)} className="text-accent hover:underline">
                {pageLabels.view}
              </Link>
            )
          }
        >
          {isEmpty ? pageLabels.waiting : pageLabels.arrived}
        </Banner>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 min-[1100px]:grid-cols-2">
        <Section title={pageLabels.command}>
          <CommandSection
            service={service}
            address={address}
            deployment={receiver}
            exists={target.deployment !== undefined}
          />
        </Section>
        <Section title={pageLabels.pipeline}>
          <PipelineSection
            target={target}
            address={address}
            deployment={receiver}
            disabledReason={me && !mayIn(me, slug, 'admin') ? ciLabels.administratorsOnly : undefined}
          />
        </Section>
      </div>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 pt-6">
      <h2 id={id} className="pb-2 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Prefetches the data while the page loads. */
export function loader({ context }: LoaderFunctionArgs) {
  ImportPanel.preload()
  void context.get(clientContext).prefetchQuery(serviceOptions())
  return null
}
