import { Link, useParams } from 'react-router'
import { defaultFilter, paths } from '#lib/paths.ts'
import { buttonLook } from '#ui/button-look.ts'
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
