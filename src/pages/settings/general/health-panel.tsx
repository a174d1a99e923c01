import { useQuery } from '@tanstack/react-query'
import { capabilitiesOptions, type HealthCheck, healthOptions } from '#api/health.ts'
import { explain } from '#api/http/errors.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { announce } from '#ui/live-region.tsx'
import { healthAnswer, labels } from '../labels.ts'
import { Block } from '../settings-panel.tsx'

const checks: readonly { check: HealthCheck; word: string }[] = [
  { check: '/healthz', word: labels.general.alive },
  { check: '/readyz', word: labels.general.ready },
]

/** Which version runs, how it is, and where its API is described. */
export function HealthBlock() {
  const capabilities = useQuery(capabilitiesOptions())
  const answers = [useQuery(healthOptions('/healthz')), useQuery(healthOptions('/readyz'))]
  const asking = answers.some(({ isFetching }) => isFetching)
  const again = async () => {
    const asked = await Promise.all(answers.map(({ refetch }) => refetch()))
    announce(asked.every(({ data }) => data?.isHealthy) ? labels.general.healthy : labels.general.unhealthy)
  }
  const { data, error } = capabilities
  return (
    <Block title={labels.general.service}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <dt className="text-2">{labels.general.version}</dt>
        <dd className={error && !data ? 'text-danger' : undefined}>
          {data?.version ?? (error ? explain(error).title : '…')}
        </dd>
        {checks.map(({ check, word }, at) => (
          <HealthLine key={check} check={check} word={word} answer={answers[at]?.data} />
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
      <Button className="mt-3" icon="refresh" onClick={() => void again()} loading={asking}>
        {labels.general.checkAgain}
      </Button>
    </Block>
  )
}

const link = 'text-accent underline underline-offset-2'

interface HealthLineProps {
  check: HealthCheck
  word: string
  answer: { isHealthy: boolean; text: string } | undefined
}

function HealthLine({ check, word, answer }: HealthLineProps) {
  return (
    <>
      <dt className="text-2">{word}</dt>
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
