import type { Me } from '#contract/responses/deployments.ts'
import { Link } from '#features/link.tsx'
import { defaultFilter, paths } from '#lib/urls/paths.ts'
import { buttonStyles } from '#ui/button-styles.ts'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { noticeLabels } from '../notice-labels.ts'

const labels = noticeLabels.unknownDeployment

/** The deployment in the URL does not exist, or this person has no access to it; the two cannot be distinguished. */
export function UnknownDeployment({ slug, me }: { slug: string; me: Me }) {
  return (
    <>
      <h1 className="sr-only">{labels.heading}</h1>
      <EmptyState
        icon="lock"
        title={labels.title(slug)}
        actions={me.deployments.map((deployment) => (
          <Link
            key={deployment.slug}
            to={paths.findings(deployment.slug, 'sast', defaultFilter)}
            className={buttonStyles()}
          >
            {labels.open(deployment.name)}
          </Link>
        ))}
      >
        {labels.detail}
      </EmptyState>
    </>
  )
}
