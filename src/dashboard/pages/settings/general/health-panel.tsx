import { useQuery } from '@tanstack/react-query'
import { capabilitiesOptions, type HealthCheck, healthOptions } from '#api/health.ts'
import { explain } from '#api/http/errors.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { announce } from '#ui/live-region.tsx'
import { healthAnswer, labels } from '../labels.ts'
import { SettingsPanel } from '../settings-panel.tsx'

const checks: readonly { check: HealthCheck; label: string }[] = [
  { check: '/healthz', label: labels.general.alive },
  { check: '/readyz', label: labels.general.ready },
]

/** The version and health of the service, and a link to its API description. */
export function HealthPanel() {
  const capabilities = useQuery(capabilitiesOptions())
  const answers = [useQuery(healthOptions('/healthz')), useQuery(healthOptions('/readyz'))]
  const isChecking = answers.some(({ isFetching }) => isFetching)
  const again = async () => {
    const responses = await Promise.all(answers.map(({ refetch }) => refetch()))
    announce(
      responses.every(({ data }) => data?.isHealthy) ? labels.general.healthy : labels.general.unhealthy,
    )
  }
  const { data, error } = capabilities
  return (
    <SettingsPanel title={labels.general.service}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <dt className="text-2">{labels.general.version}</dt>
        <dd className={error && !data ? 'text-danger' : undefined}>
          {data?.version ?? (error ? explain(error).title : '…')}
        </dd>
        {checks.map(({ check, label }, at) => (
          <HealthItem key={check} check={check} label={label} answer={answers[at]?.data} />
        ))}
        <dt className="text-2">{labels.general.api}</dt>
        <dd className="flex flex-wrap gap-x-4">
          <a className={link} href="/docs">
            {labels.general.reference}
          </a>
          <a className={link} href="/api/v1/openapi.json">
            openapi.json
          </a>
        </dd>
      </dl>
      <Button className="mt-3" icon="refresh" onClick={() => void again()} loading={isChecking}>
        {labels.general.checkAgain}
      </Button>
    </SettingsPanel>
  )
}

const link = 'text-accent underline underline-offset-2'

interface HealthItemProps {
  check: HealthCheck
  label: string
  answer: { isHealthy: boolean; text: string } | undefined
}

function HealthItem({ check, label, answer }: HealthItemProps) {
  return (
    <>
      <dt className="text-2">{label}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span
          className={classes(
            'inline-flex items-center gap-1.5',
            answer && (answer.isHealthy ? 'text-ok' : 'text-danger'),
          )}
        >
          {answer && <Icon name={answer.isHealthy ? 'check' : 'error'} />}
          {answer ? (answer.isHealthy ? labels.general.yes : labels.general.no) : '…'}
        </span>
        <span className="text-3 wrap-anywhere">
          <code className="text-xs">{check}</code>
          {answer?.text && ` ${healthAnswer(answer.text)}`}
        </span>
      </dd>
    </>
  )
}
