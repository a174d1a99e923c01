import { useQuery } from '@tanstack/react-query'
import type { Finding } from '#api/dialects/dialects.ts'
import { findingsOptions } from '#api/findings/findings.ts'
import { explain } from '#api/http/errors.ts'
import { Link } from '#features/link.tsx'
import { Status } from '#features/status.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { paths } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { RequestId } from '#ui/status/error-state.tsx'
import { MiddleTruncate } from '#ui/text/middle-truncate.tsx'
import { Time } from '#ui/text/time.tsx'
import type { DetailFinding } from '../detail/detail-finding.ts'
import {
  copied,
  everyLocation,
  facts,
  findingName,
  loadingLocations,
  moreLocations,
  sections,
  text,
} from '../detail/labels.ts'
import { Fact, Facts, Section } from '../detail/section.tsx'
import { revoking, steps } from './guidance.ts'
import { checkedLabel, isRevoked } from './validation.tsx'

interface SecretSectionProps {
  finding: DetailFinding
  now: Date
}

/** The details of a secret, which never include the secret itself. */
export function SecretSection({ finding, now }: SecretSectionProps) {
  const { secret } = finding
  const history = secret?.historical_info
  return (
    <Section title={sections.secret}>
      <Facts>
        <Fact name={facts.secretType}>{secret?.type || text.notProvided}</Fact>
        <Fact name={facts.validated}>{checkedLabel(secret?.validated_at, now)}</Fact>
        {secret?.hash && (
          <Fact name={facts.secretId}>
            <span className="inline-flex items-center gap-1">
              <code className="text-xs">{secret.hash.slice(0, 8)}</code>
              <CopyButton text={secret.hash} what={copied.secretId} className="-my-0.5" />
            </span>
          </Fact>
        )}
        {history?.gitCommit && (
          <Fact name={facts.historyOnly}>
            {text.inCommit} <code className="text-xs">{history.gitCommit.slice(0, 9)}</code>
            {history.gitBlob && (
              <>
                {' '}
                ({text.blob} <code className="text-xs">{history.gitBlob.slice(0, 9)}</code>)
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
      <p className="mt-3 text-2">{text.notStored}</p>
      {secret?.value_determined === false && <p className="mt-2 text-2">{text.valueUnknown}</p>}
    </Section>
  )
}

/** How to revoke and replace a secret. */
export function SecretRemediation({ finding: { secret } }: { finding: DetailFinding }) {
  return (
    <ol className="list-decimal space-y-1 pl-5">
      <li>{isRevoked(secret?.validation_state) ? steps.inactive : revoking(secret?.type)}</li>
      <li>{steps.replace}</li>
      <li>{steps.remove}</li>
    </ol>
  )
}

interface SecretLocationsProps {
  hash: string
  finding: DetailFinding
  deployment: string
}

/** Every location and branch of the same secret. */
export function SecretLocations({ hash, finding, deployment }: SecretLocationsProps) {
  const locations = useQuery(
    findingsOptions(deployment, { issue_type: 'secrets', secret_hashes: [hash], page: 0, page_size: 100 }),
  )
  const { data, error } = locations
  const all = paths.findings(deployment, 'secrets', { secret_hashes: hash })
  const total = data?.total ?? data?.findings.length ?? (finding.secret?.other_places ?? 0) + 1
  return (
    <Section
      title={sections.locations}
      end={
        <Link to={all} className="text-accent hover:underline">
          {everyLocation(total)}
        </Link>
      }
    >
      {error && (
        <p className="flex flex-wrap items-center gap-2 text-danger">
          {text.locationsFailed}: {explain(error).detail}
          {explain(error).requestId && <RequestId id={explain(error).requestId ?? ''} />}
          <Button
            size="small"
            icon="refresh"
            onClick={() => void locations.refetch()}
            loading={locations.isFetching}
          >
            {text.retry}
          </Button>
        </p>
      )}
      {!data && !error && <p className="text-3">{loadingLocations}</p>}
      {data && (
        <ul className="overflow-hidden rounded border border-line">
          {data.findings.map((row) => (
            <LocationItem key={row.id} deployment={deployment} row={row} isThis={row.id === finding.id} />
          ))}
        </ul>
      )}
      {data && total > data.findings.length && (
        <p className="mt-2 text-2">
          {moreLocations(total - data.findings.length)}{' '}
          <Link to={all} className="text-accent underline underline-offset-2">
            {text.fullList}
          </Link>
          .
        </p>
      )}
    </Section>
  )
}

interface LocationItemProps {
  deployment: string
  /** A finding of the same secret. */
  row: Finding
  /** It is the displayed finding. */
  isThis: boolean
}

function LocationItem({ deployment, row, isThis }: LocationItemProps) {
  return (
    <li
      aria-current={isThis || undefined}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-3 py-1 last:border-b-0"
    >
      <Link
        to={paths.finding(deployment, 'secrets', row.id)}
        className="min-w-0 text-accent hover:underline [&_span]:text-accent"
      >
        {row.location?.filePath ? (
          <MiddleTruncate path={row.location.filePath} line={row.location.line} />
        ) : (
          findingName(row.id)
        )}
      </Link>
      {isThis ? (
        <span className="text-2">{text.thisOne}</span>
      ) : (
        <Status value={row.status} reason={row.triage_reason} />
      )}
      <span className="truncate text-xs text-2">
        <bdi>{row.repository.name}</bdi> · <bdi>{row.ref ? refLabel(row.ref) : text.noBranch}</bdi>
      </span>
    </li>
  )
}
