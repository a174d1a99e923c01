import { CopyableText } from '#features/copyable-text.tsx'
import { baseAddress, readExample, tokenPlaceholder } from '../curl.ts'
import { labels } from '../labels.ts'
import type { SectionProps } from '../section-props.ts'
import { SettingsPanel } from '../settings-panel.tsx'
import { ApprovalPanel } from './approval-panel.tsx'
import { HealthPanel } from './health-panel.tsx'
import { SbomPanel } from './sbom-panel.tsx'
import { TicketPanel } from './ticket-panel.tsx'
import { TimeZonePanel } from './time-zone-panel.tsx'

/** The API details of this deployment, its time zone, approvals, the ticket URL, the defaults of SBOM exports, and the health of the service. */
export function GeneralSection({ deployment, administrator }: SectionProps) {
  const { id, slug, name } = deployment
  const { origin } = location
  return (
    <div>
      <SettingsPanel title={name} description={labels.general.ids}>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
          {[
            { word: labels.general.id, value: String(id), what: labels.general.idCopied },
            { word: labels.general.slug, value: slug, what: labels.general.slugCopied },
            { word: labels.general.apiUrl, value: baseAddress(origin), what: labels.general.apiUrl },
          ].map(({ word, value, what }) => (
            <div key={word} className="col-span-2 grid grid-cols-subgrid items-center">
              <dt className="text-2">{word}</dt>
              <dd>
                <CopyableText text={value} what={what} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 mb-1.5 text-2">
          {labels.general.example} <code className="text-xs">{tokenPlaceholder}</code>{' '}
          {labels.general.exampleEnd}
        </p>
        <CopyableText
          text={readExample({ origin, deployment: slug, token: tokenPlaceholder })}
          what="command"
        />
      </SettingsPanel>
      <TimeZonePanel deployment={slug} administrator={administrator} />
      <ApprovalPanel deployment={slug} administrator={administrator} />
      <TicketPanel deployment={slug} administrator={administrator} />
      <SbomPanel deployment={slug} administrator={administrator} />
      <HealthPanel />
    </div>
  )
}
