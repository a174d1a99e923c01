import { useNavigate } from 'react-router'
import type { Me } from '#contract/responses/deployments.ts'
import { paths } from '#lib/urls/paths.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { MenuButton } from '#ui/overlay/menu-button.tsx'
import { labels } from '../labels.ts'
import { DeploymentAvatar, deploymentBox, deploymentText } from './deployment-avatar.tsx'

interface DeploymentMenuProps {
  slug: string
  me: Me | undefined
  folded?: boolean | undefined
  /** Closes the drawer of a narrow window. */
  onFollow?: (() => void) | undefined
}

/** Shows the deployment and, if the person has access to others, a menu of them. */
export function DeploymentMenu({ slug, me, folded = false, onFollow }: DeploymentMenuProps) {
  const navigate = useNavigate()
  const deployments = me?.deployments ?? []
  const { name, detail } = deploymentText(slug, me)
  const face = <DeploymentAvatar slug={slug} me={me} folded={folded} />
  if (deployments.length < 2) return <div className={deploymentBox(folded)}>{face}</div>
  return (
    <MenuButton
      label={labels.deployment.switch(name, detail)}
      variant="quiet"
      bare
      className={deploymentBox(folded)}
      entries={[
        {
          kind: 'choice',
          label: labels.deployment.choose,
          value: slug,
          options: deployments.map((deployment) => ({
            value: deployment.slug,
            label: deployment.demo ? `${deployment.name} · ${labels.demo.tag}` : deployment.name,
          })),
          onChange: (chosen) => {
            onFollow?.()
            void navigate(paths.deployment(chosen))
          },
        },
      ]}
    >
      {face}
      {!folded && <Icon name="chevrons-up-down" className="text-3" />}
    </MenuButton>
  )
}
