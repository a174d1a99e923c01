import { useLocation } from 'react-router'
import type { OverviewAnswer } from '#contract/responses/overview.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { Link } from '#features/link.tsx'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { ActivitySection } from './activity-section.tsx'
import { BusiestProjects, BusiestRules } from './busiest-sections.tsx'
import { labels } from './details-labels.ts'
import { FixedSection } from './fixed-section.tsx'
import { FlowsSection } from './flows-section.tsx'
import { CoverageSection, GateSection } from './gate-and-coverage.tsx'
import type { ListLinks } from './list-links.ts'
import { ScansSection } from './scans-section.tsx'
import { TimesSection } from './times-section.tsx'

interface OverviewDetailsProps {
  deployment: string
  data: OverviewAnswer
  links: ListLinks
  type: FindingType
  onType: (type: FindingType) => void
  now: Date
  /** Whether only findings of some owners are counted: pull requests, projects and scans have no owner. */
  hasOwner: boolean
  /** Whether the numbers are of one project. */
  hasProject: boolean
  /** Whether the numbers are of some projects or owners only. */
  isFiltered: boolean
}

const columns =
  'grid grid-cols-[minmax(0,1fr)] gap-x-8 min-[1200px]:grid-cols-[minmax(0,1fr)_22rem] print:grid-cols-[minmax(0,1fr)]'

/** The parts of the overview below the backlog of each type. */
export function OverviewDetails({
  deployment,
  data,
  links,
  type,
  onType,
  now,
  hasOwner,
  hasProject,
  isFiltered,
}: OverviewDetailsProps) {
  return (
    <>
      <FlowsSection {...{ data, links, type, onType }} />
      <div className={columns}>
        <TimesSection {...{ data, links }} />
        <div className="print:grid print:grid-cols-2 print:gap-x-8">
          <GateSection {...{ data, links, hasOwner }} />
          <CoverageSection {...{ data, links, hasOwner, hasProject }} />
        </div>
      </div>
      <FixedSection {...{ data, links }} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 lg:grid-cols-2 print:grid-cols-2">
        <BusiestProjects {...{ deployment, data, links }} />
        <BusiestRules {...{ deployment, data, links }} />
      </div>
      <RisksLink deployment={deployment} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 lg:grid-cols-2 print:grid-cols-2">
        <ActivitySection {...{ deployment, now, isFiltered }} />
        <ScansSection {...{ deployment, data, now, hasOwner }} />
      </div>
    </>
  )
}

/** Leads to the register of accepted risks, with the same filter. */
function RisksLink({ deployment }: Pick<OverviewDetailsProps, 'deployment'>) {
  const present = new URLSearchParams(useLocation().search)
  const filter = new URLSearchParams()
  for (const name of ['project', 'tag']) {
    const value = present.get(name)
    if (value) filter.set(name, value)
  }
  return (
    <p className="border-t border-line py-4 print:hidden">
      <Link
        to={settingsPaths.acceptedRisks(deployment, filter)}
        className="font-medium text-accent hover:underline"
      >
        {labels.acceptedRisks.title}
      </Link>{' '}
      <span className="text-2">{labels.acceptedRisks.about}</span>
    </p>
  )
}
