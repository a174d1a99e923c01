import type { Me } from '#contract/answers/deployments.ts'
import { PersonMenu } from './person-menu.tsx'
import { ThemeMenu } from './theme-menu.tsx'

/** The menus at the end of the top line. */
export function TopMenus({ me }: { me: Me | undefined }) {
  return (
    <>
      <ThemeMenu />
      <PersonMenu me={me} />
    </>
  )
}
