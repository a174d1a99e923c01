import { useNavigate } from 'react-router'
import type { Me } from '#contract/answers/deployments.ts'
import { plural } from '#lib/format.ts'
import { defaultFilter, paths } from '#lib/paths.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { MenuButton } from '#ui/menu-button.tsx'
import { GateMark } from '#ui/wordmark.tsx'

interface DeploymentSwitcherProps {
  slug: string
  me: Me | undefined
  folded?: boolean | undefined
  /** In the drawer of a phone: closes it. */
  onFollow?: (() => void) | undefined
}

/** Says which deployment this is, and leads to the others that the person may see. */
export function DeploymentSwitcher({ slug, me, folded = false, onFollow }: DeploymentSwitcherProps) {
  const navigate = useNavigate()
  const deployments = me?.deployments ?? []
  const present = deployments.find((deployment) => deployment.slug === slug)
  const name = present?.name ?? slug
  const face = (
    <>
      <GateMark className="size-5.5" />
      <span className={folded ? 'sr-only' : 'flex min-w-0 flex-1 flex-col text-left'}>
        <span className="truncate font-semibold text-1">{name}</span>
        <span className="truncate text-2xs font-normal text-3">
          {present ? `${slug} · ${plural(present.counts.projects, 'project')}` : slug}
        </span>
      </span>
    </>
  )
  const box = classes(
    'flex h-11! w-full items-center gap-2! px-2!',
    folded ? 'justify-center' : 'justify-start!',
  )
  if (deployments.length < 2) return <div className={box}>{face}</div>
  return (
    <MenuButton
      label={`Deployment ${name}`}
      variant="quiet"
      bare
      className={box}
      entries={[
        {
          kind: 'choice',
          label: 'Deployment',
          value: slug,
          options: deployments.map((deployment) => ({
            value: deployment.slug,
            label: deployment.demo ? `${deployment.name} · demo data` : deployment.name,
          })),
          onChange: (chosen) => {
            onFollow?.()
            void navigate(paths.findings(chosen, 'sast', defaultFilter))
          },
        },
      ]}
    >
      {face}
      {!folded && <Icon name="chevrons-up-down" className="text-3" />}
    </MenuButton>
  )
}
