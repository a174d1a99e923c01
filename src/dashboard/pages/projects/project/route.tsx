import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type LoaderFunctionArgs, Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { capabilitiesOptions } from '#api/health.ts'
import { explain } from '#api/http/errors.ts'
import { policyScopesOptions } from '#api/policy-scopes.ts'
import { projectOptions } from '#api/projects/projects.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Link } from '#features/link.tsx'
import { paths, projectNameIn } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { buttonStyles } from '#ui/button-styles.ts'
import { Banner } from '#ui/status/banner.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'
import { ProjectPage } from './project-page.tsx'

/** Prefetches the project, the policies that apply, and what the service supports, while the page's code loads. */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  const client = context.get(clientContext)
  const { deployment = '' } = params
  const name = projectNameIn(new URL(request.url).pathname)
  void client.prefetchQuery(projectOptions(deployment, name))
  // Sections that depend on them would otherwise make their requests a round later.
  void client.prefetchQuery(capabilitiesOptions())
  void client.prefetchQuery(policyScopesOptions(deployment))
  return null
}

/** The page of a project. */
export default function ProjectRoute() {
  const { deployment = '' } = useParams()
  const name = projectNameIn(useLocation().pathname)
  return <ProjectNamed key={name} deployment={deployment} name={name} />
}

/**
 * Leaves the page of a project that was deleted, or is elsewhere. It is rendered as gone before its queries are
 * invalidated, so that none is refetched.
 */
function useLeaving(deployment: string, name: string) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const [deleted, setDeleted] = useState(false)
  // Until the address changes.
  const [moved, setMoved] = useState<{ to: string; key: string }>()
  const leave = () => {
    flushSync(() => setDeleted(true))
    toast({ title: labels.project.deleted(name), tone: 'ok' })
    void navigate(paths.projects(deployment), { replace: true })
  }
  const follow = (present: string) => {
    flushSync(() => setMoved({ to: present, key }))
    void navigate(settingsPaths.project(deployment, present), { replace: true })
  }
  return { leave, follow, goneTo: deleted ? labels.title : moved?.key === key ? moved.to : undefined }
}

function ProjectNamed({ deployment, name }: { deployment: string; name: string }) {
  const [mounted] = useState(() => Date.now())
  const { leave, follow, goneTo } = useLeaving(deployment, name)
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    ...projectOptions(deployment, name),
    enabled: goneTo === undefined,
  })
  const now = new Date(Math.max(mounted, dataUpdatedAt))
  const problem = error ? explain(error) : undefined
  const retry = () => void refetch()
  if (goneTo !== undefined) return <h1 className="px-4 pt-3 text-xl font-semibold wrap-anywhere">{goneTo}</h1>
  // If the project was deleted meanwhile, its cached response is ignored.
  if (problem?.kind === 'missing') return <Unknown deployment={deployment} name={name} />
  // A former name: the address becomes that of the present one.
  if (data && data.name !== name)
    return <Navigate to={settingsPaths.project(deployment, data.name)} replace />
  if (data) {
    return (
      <>
        {problem && (
          <Banner
            tone="caution"
            actions={
              <Button size="small" onClick={retry} loading={isFetching}>
                {labels.project.retry}
              </Button>
            }
          >
            {labels.project.stale(problem.title.toLowerCase())}
          </Banner>
        )}
        <ProjectPage deployment={deployment} project={data} now={now} onDeleted={leave} onMoved={follow} />
      </>
    )
  }
  return (
    <div className="px-4 pt-3">
      <h1 className="text-xl font-semibold wrap-anywhere">{name}</h1>
      {problem ? (
        <ErrorPanel error={error} title={labels.project.failed} onRetry={retry} retrying={isFetching} />
      ) : (
        <div aria-busy className="grid gap-5 pt-6">
          <span className="sr-only">{labels.project.loading}</span>
          {['w-1/3', 'w-1/4', 'w-2/3', 'w-2/3', 'w-2/3', 'w-1/2'].map((width, line) => (
            <Skeleton key={line} className={width} />
          ))}
        </div>
      )}
    </div>
  )
}

function Unknown({ deployment, name }: { deployment: string; name: string }) {
  return (
    <>
      <h1 className="px-4 pt-3 text-xl font-semibold wrap-anywhere">
        {name || labels.project.fallbackTitle}
      </h1>
      <EmptyState
        icon="search"
        title={labels.project.unknown(name)}
        actions={
          <Link to={paths.projects(deployment)} className={buttonStyles()}>
            {labels.allProjects}
          </Link>
        }
      >
        {labels.project.unknownText}
      </EmptyState>
    </>
  )
}
