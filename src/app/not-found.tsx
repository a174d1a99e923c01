import { Link, useParams } from 'react-router'
import type { Me } from '#contract/answers/deployments.ts'
import { defaultFilter, paths } from '#lib/paths.ts'
import { buttonLook } from '#ui/button-look.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** No page has this address. */
export function NotFound() {
  const { deployment } = useParams()
  return (
    <EmptyState
      icon="search"
      title="There is no page at this address"
      actions={
        <Link
          to={deployment ? paths.findings(deployment, 'sast', defaultFilter) : paths.home()}
          className={buttonLook()}
        >
          Go to the findings
        </Link>
      }
    >
      The link may be cut off, or the page has moved.
    </EmptyState>
  )
}

/** The address names a deployment that is not there, or that this person may not see: nobody can tell which. */
export function UnknownDeployment({ slug, me }: { slug: string; me: Me }) {
  return (
    <EmptyState
      icon="lock"
      title={`There is no deployment “${slug}”`}
      actions={me.deployments.map((deployment) => (
        <Link
          key={deployment.slug}
          to={paths.findings(deployment.slug, 'sast', defaultFilter)}
          className={buttonLook()}
        >
          Open {deployment.name}
        </Link>
      ))}
    >
      It does not exist, or your token may not see it.
    </EmptyState>
  )
}

const command = 'npm run -s gatehouse -- import results.sarif --project org/repo'

/** `/` where there is no deployment to open. */
export function NoDeployment() {
  return (
    <EmptyState icon="folder" title="There is no deployment yet">
      <p>Import a scanner’s file, and the deployment is made with it:</p>
      <p className="mt-3 flex items-center justify-center gap-1">
        <code className="code-text min-w-0 truncate rounded border border-line bg-surface-1 px-2 py-1 text-1">
          {command}
        </code>
        <CopyButton text={command} what="command" />
      </p>
    </EmptyState>
  )
}
