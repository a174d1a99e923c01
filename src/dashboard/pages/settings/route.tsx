import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { mayIn, meOptions } from '#api/me.ts'
import { notificationsOptions } from '#api/notifications.ts'
import { teamsOptions } from '#api/owners.ts'
import { peopleOptions } from '#api/people.ts'
import { sessionsOptions } from '#api/sessions.ts'
import { settingsOptions } from '#api/settings.ts'
import { tokensOptions } from '#api/tokens.ts'
import { webhooksOptions } from '#api/webhooks.ts'
import { Link } from '#features/link.tsx'
import { paths } from '#lib/urls/paths.ts'
import { classes } from '#ui/classes.ts'
import { lazy } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { AppearanceSection } from './appearance/appearance-section.tsx'
import { GeneralSection } from './general/general-section.tsx'
import { labels } from './labels.ts'
import { sectionLabels } from './section-labels.ts'
import type { SectionProps } from './section-props.ts'
import { type Section, sectionOf, sectionPath, sections } from './sections.ts'
import { SessionsSection } from './sessions/sessions-section.tsx'
import { TokensSection } from './tokens/tokens-section.tsx'

const AuditSection = lazy(() => import('./audit/audit-section.tsx').then((module) => module.AuditSection))
const PeopleSection = lazy(() => import('./people/people-section.tsx').then((module) => module.PeopleSection))
const TeamsSection = lazy(() => import('./teams/teams-section.tsx').then((module) => module.TeamsSection))
const RetentionSection = lazy(() =>
  import('./retention/retention-section.tsx').then((module) => module.RetentionSection),
)
const WebhooksSection = lazy(() =>
  import('./webhooks/webhooks-section.tsx').then((module) => module.WebhooksSection),
)

const NotificationsSection = lazy(() =>
  import('./notifications/notifications-section.tsx').then((module) => module.NotificationsSection),
)

const DueDatesSection = lazy(() =>
  import('./due-dates/due-dates-section.tsx').then((module) => module.DueDatesSection),
)

const parts: Readonly<Record<Section, ComponentType<SectionProps>>> = {
  general: GeneralSection,
  people: PeopleSection,
  teams: TeamsSection,
  tokens: TokensSection,
  webhooks: WebhooksSection,
  sessions: SessionsSection,
  notifications: NotificationsSection,
  audit: AuditSection,
  'due-dates': DueDatesSection,
  retention: RetentionSection,
  appearance: AppearanceSection,
}

/** The settings of the deployment and of the person, each section with its own URL. */
export default function SettingsRoute() {
  const { deployment: slug = '', section: named } = useParams()
  const { data: me } = useQuery(meOptions())
  const section = sectionOf(named)
  const Part = section && parts[section]
  const deployment = me?.deployments.find((one) => one.slug === slug)
  // The audit log is a list with its own heading.
  const Heading = section === 'audit' && me && mayIn(me, slug, 'admin') ? 'p' : 'h1'
  return (
    <div className="flex h-full min-h-90 flex-col">
      <Heading className="px-4 pt-3 text-xl font-semibold">{labels.title}</Heading>
      <nav aria-label={labels.title} className="shrink-0 border-b border-line px-2 pt-1">
        <ul className="flex flex-wrap">
          {sections.map((one) => (
            <li key={one}>
              <Link
                to={sectionPath(slug, one)}
                aria-current={one === section ? 'page' : undefined}
                className={classes(
                  'flex h-9 items-center border-b-2 px-2 whitespace-nowrap no-underline focus-inset',
                  one === section
                    ? 'border-accent font-semibold text-1'
                    : 'border-transparent text-2 hover:text-1',
                )}
              >
                {sectionLabels[one]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {!Part && (
        <EmptyState icon="settings" title={labels.notFound}>
          <Link to={paths.settings(slug)} className="text-accent underline-offset-2 hover:underline">
            {labels.toGeneral}
          </Link>
        </EmptyState>
      )}
      {Part && (!me || !deployment) && <SectionSkeleton />}
      {Part && me && deployment && (
        <Suspense fallback={<SectionSkeleton />}>
          <Part key={slug} me={me} deployment={deployment} administrator={mayIn(me, slug, 'admin')} />
        </Suspense>
      )}
    </div>
  )
}

/** Stands for a section while its code or the person's permissions load. */
const SectionSkeleton = () => (
  <div className="max-w-180 p-4">
    <SkeletonLines count={3} />
  </div>
)

/** Prefetches the data while the page loads. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const client = context.get(clientContext)
  const slug = params['deployment'] ?? ''
  const section = sectionOf(params['section'])
  if (section === 'general' || section === 'retention' || section === 'due-dates')
    void client.prefetchQuery(settingsOptions(slug))
  if (section === 'teams') void client.prefetchQuery(teamsOptions(slug))
  if (section === 'sessions') void client.prefetchQuery(sessionsOptions())
  if (section === 'notifications') void client.prefetchQuery(notificationsOptions(slug))
  // Without permission to read tokens, they are not requested.
  const me = client.getQueryData(meOptions().queryKey)
  if (section === 'people' && me && mayIn(me, slug, 'admin')) void client.prefetchQuery(peopleOptions(slug))
  if (section === 'tokens' && me && mayIn(me, slug, 'admin')) void client.prefetchQuery(tokensOptions(slug))
  if (section === 'webhooks' && me && mayIn(me, slug, 'admin'))
    void client.prefetchQuery(webhooksOptions(slug))
  return null
}
