import { useQuery } from '@tanstack/react-query'
import { explain } from '#api/errors.ts'
import { findingsOptions } from '#api/findings.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { refWords } from '#lib/ref-words.ts'
import { Link } from '#parts/link.tsx'
import { Status } from '#parts/status.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { RequestId } from '#ui/error-state.tsx'
import { MiddleTruncate } from '#ui/middle-truncate.tsx'
import { Time } from '#ui/time.tsx'
import { Fact, Facts, Section } from '../detail/section.tsx'
import type { Shown } from '../detail/shown.ts'
import { revoking } from './guidance.ts'
import { isDead, Validation } from './validation.tsx'

interface SecretSectionProps {
  finding: Shown
  deployment: string
  now: Date
}

/** What is known of a secret, which is never the secret itself; every place where it stands; and what to do. */
export function SecretSection({ finding, deployment, now }: SecretSectionProps) {
  const { secret } = finding
  const history = secret?.historical_info
  return (
    <>
      <Section title="Secret">
        <Facts>
          <Fact name="Kind">{secret?.type || 'Not said'}</Fact>
          <Fact name="Works">
            <span className="[&>span]:flex-wrap">
              <Validation value={secret?.validation_state} at={secret?.validated_at} now={now} />
            </span>
          </Fact>
          {secret?.hash && (
            <Fact name="Secret id">
              <span className="inline-flex items-center gap-1">
                <code className="text-xs">{secret.hash.slice(0, 8)}</code>
                <CopyButton text={secret.hash} what="secret id" className="-my-0.5" />
              </span>
            </Fact>
          )}
          {history?.gitCommit && (
            <Fact name="In history only">
              Still in the git history, in commit{' '}
              <code className="text-xs">{history.gitCommit.slice(0, 9)}</code>
              {history.gitBlob && (
                <>
                  {' '}
                  (blob <code className="text-xs">{history.gitBlob.slice(0, 9)}</code>)
                </>
              )}
              {history.gitCommitTimestamp && (
                <>
                  , <Time value={history.gitCommitTimestamp} now={now} />
                </>
              )}
            </Fact>
          )}
        </Facts>
        <p className="mt-3 text-2">
          The secret itself is not shown, since it is not stored: scans keep its kind and a salted hash, by
          which its other places are found.
        </p>
        {secret?.value_determined === false && (
          <p className="mt-2 text-2">
            The scanner did not say which part of the code is the secret, so the code and data flow are not
            stored either.
          </p>
        )}
      </Section>
      <Section title="What to do">
        <WhatToDo finding={finding} />
      </Section>
      {secret?.hash && <Places hash={secret.hash} {...{ finding, deployment }} />}
    </>
  )
}

function WhatToDo({ finding: { secret } }: { finding: Shown }) {
  return (
    <ol className="list-decimal space-y-1 pl-5">
      <li>
        {isDead(secret?.validation_state)
          ? 'It was confirmed not to work. Make sure that it was revoked, and not only unreachable when it was checked.'
          : revoking(secret?.type)}
      </li>
      <li>Put a new one where it is needed, read from a secret store and not from the code.</li>
      <li>
        Take it out of the code everywhere. It stays in the git history and in every clone, so taking it out
        does not replace revoking it.
      </li>
    </ol>
  )
}

/** Every place and branch where the same secret stands. */
function Places({ hash, finding, deployment }: { hash: string; finding: Shown; deployment: string }) {
  const places = useQuery(
    findingsOptions(deployment, { issue_type: 'secrets', secret_hashes: [hash], page: 0, page_size: 100 }),
  )
  const { data, error } = places
  const all = paths.findings(deployment, 'secrets', { secret_hashes: hash })
  const total = data?.total ?? data?.findings.length ?? (finding.secret?.other_places ?? 0) + 1
  return (
    <Section
      title="Where it stands"
      end={
        <Link to={all} className="text-accent hover:underline">
          {plural(total, 'place')}
        </Link>
      }
    >
      {error && (
        <p className="flex flex-wrap items-center gap-2 text-danger">
          The places could not be loaded: {explain(error).detail}
          {explain(error).requestId && <RequestId id={explain(error).requestId ?? ''} />}
          <Button
            size="small"
            icon="refresh"
            onClick={() => void places.refetch()}
            loading={places.isFetching}
          >
            Retry
          </Button>
        </p>
      )}
      {!data && !error && <p className="text-3">Loading {plural(total, 'place')}…</p>}
      {data && (
        <ul className="overflow-hidden rounded border border-line">
          {data.findings.map((row) => (
            <li
              key={row.id}
              aria-current={row.id === finding.id || undefined}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-3 py-1 last:border-b-0"
            >
              <Link
                to={paths.finding(deployment, 'secrets', row.id)}
                className="min-w-0 text-accent hover:underline [&_span]:text-accent"
              >
                {row.location?.filePath ? (
                  <MiddleTruncate path={row.location.filePath} line={row.location.line} />
                ) : (
                  `Finding ${row.id}`
                )}
              </Link>
              {row.id === finding.id ? (
                <span className="text-2">This one</span>
              ) : (
                <Status value={row.status} />
              )}
              <span className="truncate text-xs text-2">
                <bdi>{row.repository.name}</bdi> · <bdi>{row.ref ? refWords(row.ref) : 'no branch'}</bdi>
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && total > data.findings.length && (
        <p className="mt-2 text-2">
          {formatNumber(total - data.findings.length)} more are in{' '}
          <Link to={all} className="text-accent underline underline-offset-2">
            the whole list
          </Link>
          .
        </p>
      )}
    </Section>
  )
}
