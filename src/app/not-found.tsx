import { useParams } from 'react-router'
import { defaultFilter, paths } from '#lib/paths.ts'
import { Link } from '#parts/link.tsx'
import { buttonLook } from '#ui/button-look.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PlainPage } from './plain-page.tsx'

/** No page has this address. */
export function NotFound() {
  const { deployment } = useParams()
  const target = deployment ? paths.findings(deployment, 'sast', defaultFilter) : paths.home()
  const said = (
    <>
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        icon="search"
        title="There is no page at this address"
        actions={
          <Link to={target} className={buttonLook()}>
            Go to the findings
          </Link>
        }
      >
        The link may be cut off, or the page has moved.
      </EmptyState>
    </>
  )
  return deployment ? said : <PlainPage>{said}</PlainPage>
}
