import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { policiesOptions, ruleOptions } from '#api/policies.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { ruleTitle } from '#lib/text/rule-title.ts'
import { projectNameIn } from '#lib/urls/paths.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { loadMarkdown } from '#ui/markdown/markdown-text.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { labels } from '../labels.ts'
import { RuleBody } from './rule-body.tsx'

/** Prefetches the rule while the page's code loads. */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  const { deployment = '' } = params
  const client = context.get(clientContext)
  loadMarkdown()
  void client.prefetchQuery(ruleOptions(deployment, projectNameIn(new URL(request.url).pathname)))
  void client.prefetchQuery(policiesOptions(deployment))
  return null
}

/** A rule: its description, its mode in each policy, and its findings. */
export default function RulePage() {
  const { deployment = '' } = useParams()
  const { pathname } = useLocation()
  const path = projectNameIn(pathname)
  const { data: rule, error, isFetching, refetch } = useQuery(ruleOptions(deployment, path))
  return (
    <div key={path} className="max-w-240 px-4 pt-3 pb-8">
      <h1 className="text-xl font-semibold wrap-anywhere">{rule ? ruleTitle(path, rule.title) : path}</h1>
      {!error && (
        <p className="mb-3 flex items-start gap-1 text-2">
          <code className="min-w-0 py-0.5 text-xs wrap-anywhere">{path}</code>
          <CopyButton text={path} what={labels.rule.path} />
        </p>
      )}
      {error && (
        <ErrorPanel
          error={error}
          title={rule ? labels.rule.outdated : undefined}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {rule ? <RuleBody deployment={deployment} rule={rule} /> : !error && <SkeletonLines count={4} />}
    </div>
  )
}
