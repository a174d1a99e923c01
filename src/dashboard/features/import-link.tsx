import { paths } from '#lib/urls/paths.ts'
import { buttonStyles } from '#ui/button-styles.ts'
import { labels } from './labels.ts'
import { Link } from './link.tsx'

/** A link to the import page. */
export function ImportLink({ deployment }: { deployment: string }) {
  return (
    <Link to={paths.import(deployment)} className={buttonStyles('primary')}>
      {labels.importScans}
    </Link>
  )
}
