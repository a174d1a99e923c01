import type { Finding } from '#api/dialects.ts'
import { CardFrame } from '../card-frame.tsx'
import { FindingsList } from '../findings-list.tsx'
import { typeLabels } from '../labels.ts'
import { SecretLink, secretColumns, Works } from './columns-secrets.tsx'

/** The list of secrets. */
export function SecretsList({ deployment }: { deployment: string }) {
  return (
    <FindingsList
      deployment={deployment}
      type="secrets"
      title={typeLabels.secrets.title}
      columns={secretColumns}
      card={SecretCard}
    />
  )
}

/** A secret on a phone. */
function SecretCard(row: Finding) {
  return (
    <CardFrame row={row}>
      <SecretLink row={row} /> <Works row={row} />
    </CardFrame>
  )
}
