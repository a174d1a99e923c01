import { useParams } from 'react-router'
import { Link } from '#features/link.tsx'
import { paths } from '#lib/urls/paths.ts'
import { buttonStyles } from '#ui/button-styles.ts'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { labels } from '../labels.ts'
import { errorLabels } from './labels.ts'
import { PlainPage } from './plain-page.tsx'

/** The page of an unknown URL. */
export function NotFound() {
  const { deployment } = useParams()
  const target = deployment ? paths.deployment(deployment) : paths.home()
  const handle = (
    <>
      <h1 className="sr-only">{labels.pages.notFound}</h1>
      <EmptyState
        icon="search"
        title={labels.pages.notFound}
        actions={
          <Link to={target} className={buttonStyles()}>
            {errorLabels.notFound.action}
          </Link>
        }
      >
        {errorLabels.notFound.detail}
      </EmptyState>
    </>
  )
  return deployment ? handle : <PlainPage>{handle}</PlainPage>
}
