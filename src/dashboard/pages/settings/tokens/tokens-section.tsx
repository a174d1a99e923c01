import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { tokensOptions } from '#api/tokens.ts'
import type { Token } from '#contract/responses/deployments.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { usePhone } from '#table/use-phone.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { labels } from '../labels.ts'
import { administratorsOnly, type SectionProps } from '../section-props.ts'
import { TokenCards } from './token-cards.tsx'
import type { TokenDialogRequest } from './token-dialogs.tsx'
import { TokenTable } from './token-table.tsx'

const TokenDialogs = lazyDialog(() => import('./token-dialogs.tsx').then((module) => module.TokenDialogs))

/** The tokens of the deployment, which can be created, disabled and revoked. */
export function TokensSection({ deployment, administrator }: SectionProps) {
  const { slug } = deployment
  const query = useQuery({ ...tokensOptions(slug), enabled: administrator })
  const { data: tokens } = query
  const [request, setRequest] = useState<TokenDialogRequest>()
  const make = useRef<HTMLButtonElement>(null)
  const newToken = (
    <Button
      ref={make}
      variant="primary"
      icon="plus"
      onClick={() => setRequest({ kind: 'make' })}
      disabledReason={administrator ? undefined : administratorsOnly}
    >
      {labels.tokens.new}
    </Button>
  )
  return (
    <section aria-labelledby="tokens" className="flex min-h-0 flex-1 flex-col pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pb-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="tokens" className="flex items-baseline gap-2 text-lg font-semibold">
            {labels.tokens.title}{' '}
            {tokens && <span className="text-sm font-normal text-2">{formatNumber(tokens.length)}</span>}
          </h2>
          <p className="pt-1 text-base text-2">{labels.tokens.words}</p>
        </div>
        {newToken}
      </div>
      {!administrator ? (
        <EmptyState icon="lock" title={labels.tokens.forbidden}>
          {labels.tokens.forbiddenDetail}
        </EmptyState>
      ) : (
        <TokenList deployment={slug} query={query} onRequest={setRequest} />
      )}
      {request && (
        <Suspense>
          <TokenDialogs
            deployment={slug}
            request={request}
            after={make}
            onClose={() => setRequest(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface TokenListProps {
  deployment: string
  query: UseQueryResult<readonly Token[]>
  onRequest: (request: TokenDialogRequest) => void
}

/** The tokens as a table, or as cards on a phone. */
function TokenList({ deployment, query, onRequest }: TokenListProps) {
  const { data: tokens, error, refetch, isFetching } = query
  const phone = usePhone()
  const [now] = useState(() => new Date())
  const List = phone ? TokenCards : TokenTable
  if (!tokens) {
    return error ? (
      <ErrorPanel
        error={error}
        title={labels.tokens.failed}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <div className="px-4">
        <SkeletonLines count={3} />
      </div>
    )
  }
  if (tokens.length === 0) {
    return (
      <EmptyState icon="token" title={labels.tokens.none}>
        {labels.tokens.noneDetail}
      </EmptyState>
    )
  }
  return (
    <List
      deployment={deployment}
      tokens={tokens}
      now={now}
      onRevoke={(token) => onRequest({ kind: 'revoke', token })}
      onSwitchOff={(token) => onRequest({ kind: 'off', token })}
    />
  )
}
