import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { noticeLabels } from '../notice-labels.ts'
import { PlainPage } from './plain-page.tsx'

const labels = noticeLabels.noDeployment
const command = 'npm run -s gatehouse -- import results.sarif --project org/repo'

/** The page at `/` if there is no deployment to open. */
export function NoDeployment() {
  return (
    <PlainPage>
      <h1 className="sr-only">Gatehouse</h1>
      <EmptyState icon="folder" title={labels.title}>
        <p>{labels.detail}</p>
        <p className="mt-3 flex items-center justify-center gap-1">
          <code className="code-text min-w-0 truncate rounded border border-line bg-surface-1 px-2 py-1 text-1">
            {command}
          </code>
          <CopyButton text={command} what="command" />
        </p>
      </EmptyState>
    </PlainPage>
  )
}
