import type { Me } from '#contract/responses/deployments.ts'
import { JobTray } from '../jobs/job-tray.tsx'
import { AddMenu } from './add-menu.tsx'
import { LiveIndicator } from './live-indicator.tsx'
import { PaletteButton } from './palette-button.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import { UserMenu } from './user-menu.tsx'

/** The menus at the end of the top bar. */
export function TopMenus({ slug, me }: { slug: string; me: Me | undefined }) {
  const present = me?.deployments.find((one) => one.slug === slug)
  return (
    <>
      <PaletteButton />
      {present && <AddMenu slug={slug} />}
      {present && (
        <>
          <LiveIndicator key={slug} slug={slug} shown={present.change ?? undefined} />
          <JobTray key={`${slug} jobs`} slug={slug} />
        </>
      )}
      <ThemeMenu />
      <UserMenu slug={slug} me={me} />
    </>
  )
}
