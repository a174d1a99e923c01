import type { SectionProps } from '../section-props.ts'
import { SettingPanel } from '../setting-panel.tsx'
import { labels } from './labels.ts'
import { RetentionForm } from './retention-form.tsx'

/** How long the deployment keeps scans, history, exports and the audit log. */
export function RetentionSection({ deployment: { slug }, administrator }: SectionProps) {
  const { title, words, unsupported, failed } = labels
  return (
    <div>
      <SettingPanel
        {...{ title, unsupported, failed }}
        deployment={slug}
        read={({ retention }) => retention ?? undefined}
        description={words}
        lines={4}
      >
        {(saved) => <RetentionForm deployment={slug} saved={saved} isAdministrator={administrator} />}
      </SettingPanel>
    </div>
  )
}
