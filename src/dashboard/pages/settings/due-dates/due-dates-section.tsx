import type { SectionProps } from '../section-props.ts'
import { SettingPanel } from '../setting-panel.tsx'
import { DueDatesForm } from './due-dates-form.tsx'
import { labels } from './labels.ts'

/** When findings are due. */
export function DueDatesSection({ deployment: { slug }, administrator }: SectionProps) {
  const { title, words, unsupported, failed } = labels
  return (
    <div>
      <SettingPanel
        {...{ title, unsupported, failed }}
        deployment={slug}
        read={({ dueDates }) => dueDates}
        description={words}
        lines={4}
      >
        {(saved) => <DueDatesForm deployment={slug} saved={saved} isAdministrator={administrator} />}
      </SettingPanel>
    </div>
  )
}
