import { type PageType, paths } from '#lib/paths.ts'
import { refWords } from '#lib/ref-words.ts'
import { Link } from '#parts/link.tsx'
import { Status } from '#parts/status.tsx'
import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/time.tsx'
import { Section } from './section.tsx'
import type { Shown } from './shown.ts'

interface InstancesSectionProps {
  finding: Shown
  deployment: string
  type: PageType
  now: Date
}

/** The refs of the project on which the same finding stands too. */
export function otherInstances(finding: Shown) {
  return finding.instances.filter(({ id }) => id !== finding.id)
}

/** The same finding on other refs, each a link. A decision acts on all of them. */
export function InstancesSection({ finding, deployment, type, now }: InstancesSectionProps) {
  const others = otherInstances(finding)
  if (others.length === 0) return null
  return (
    <Section title="On other refs">
      <ul className="overflow-hidden rounded border border-line">
        {others.map((instance) => (
          <li
            key={instance.id}
            className="flex flex-wrap items-center gap-x-3 border-b border-line px-3 py-1 last:border-b-0"
          >
            <Link
              to={paths.finding(deployment, type, instance.id)}
              className="min-w-0 flex-1 truncate text-accent underline-offset-2 hover:underline"
            >
              {instance.ref ? refWords(instance.ref) : `Finding ${instance.id}`}
            </Link>
            {instance.primary && <Tag>Primary</Tag>}
            {instance.line !== null && instance.line !== undefined && (
              <span className="text-2">line {instance.line}</span>
            )}
            <span className="w-24">
              <Status value={instance.state === 'removed' ? 'removed' : instance.status} />
            </span>
            <span className="w-20 text-right text-2">
              <Time value={instance.relevant_since} now={now} form="short" what="Relevant since" />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
