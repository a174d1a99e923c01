import type { Me } from '#contract/responses/deployments.ts'
import { classes } from '#ui/classes.ts'
import { LogoMark } from '#ui/icon/wordmark.tsx'
import { labels } from '../labels.ts'

interface DeploymentAvatarProps {
  slug: string
  me: Me | undefined
  folded: boolean
}

/** Returns the classes of the deployment box above the navigation, with and without its menu. */
export function deploymentBox(folded: boolean): string {
  return classes(
    'focus-inset flex h-11! w-full shrink-0 items-center gap-2! px-2!',
    folded ? 'justify-center' : 'justify-start!',
  )
}

/** Returns the two lines that name a deployment; only the slug if nothing else is known. */
export function deploymentText(slug: string, me: Me | undefined): { name: string; detail: string } {
  const present = me?.deployments.find((deployment) => deployment.slug === slug)
  return { name: present?.name ?? slug, detail: present?.demo ? labels.demo.tag : slug }
}

/** The avatar and name of the deployment. */
export function DeploymentAvatar({ slug, me, folded }: DeploymentAvatarProps) {
  const { name, detail } = deploymentText(slug, me)
  return (
    <>
      <LogoMark className="size-5.5" />
      <span className={folded ? 'sr-only' : 'flex min-w-0 flex-1 flex-col text-left'}>
        {/* The space separates the two lines for screen readers. */}
        <span className="truncate font-semibold text-1">
          <bdi>{name}</bdi>{' '}
        </span>
        <span className="truncate text-2xs font-normal text-3">{detail}</span>
      </span>
    </>
  )
}
