import { Link } from '#features/link.tsx'
import { Status } from '#features/status.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/text/time.tsx'
import type { DetailFinding } from '../detail-finding.ts'
import { facts, findingName, lineName, sections, text } from '../labels.ts'
import { Section } from '../section.tsx'

interface InstancesSectionProps {
  finding: DetailFinding
  deployment: string
  type: PageType
  now: Date
}

/** Returns the other branches of the project with the same finding. */
export function otherInstances(finding: DetailFinding) {
  return finding.instances.filter(({ id }) => id !== finding.id)
}

/** The same finding on other branches, each a link. Triage applies to all of them. */
export function InstancesSection({ finding, deployment, type, now }: InstancesSectionProps) {
  const others = otherInstances(finding)
  if (others.length === 0) return null
  return (
    <Section title={sections.branches}>
      <ul className="overflow-hidden rounded border border-line">
        {others.map((instance) => (
          <li key={instance.id} className="border-b border-line px-3 py-1.5 last:border-b-0">
            <span className="flex items-center gap-2">
              <Link
                to={paths.finding(deployment, type, instance.id)}
                className="min-w-0 flex-1 truncate text-accent underline-offset-2 hover:underline"
              >
                {instance.ref ? refLabel(instance.ref) : findingName(instance.id)}
              </Link>
              {instance.primary && <Tag>{text.primary}</Tag>}
            </span>
            <span className="flex items-center gap-3 text-2">
              <Status value={instance.state === 'removed' ? 'removed' : instance.status} />
              <span className="flex-1" />
              {instance.line !== null && instance.line !== undefined && (
                <span>{lineName(instance.line)}</span>
              )}
              <Time value={instance.relevant_since} now={now} form="short" what={facts.firstSeen} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
