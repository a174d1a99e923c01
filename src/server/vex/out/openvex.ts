import { vexJustification } from '../vocabulary.ts'
import { type ExportedStatement, isoTime, jsonWithList, type Pieces, type VexExport } from './document.ts'
import { statusOf } from './statements.ts'
import { actionText, impactText } from './wording.ts'

/** Writes OpenVEX 0.2.0. Source: OpenVEX specification 0.2.0. */
export function writeOpenVex(document: VexExport): Pieces {
  const members = {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `urn:uuid:${document.id}`,
    author: `${document.organization} (Gatehouse)`,
    role: 'Document Creator',
    timestamp: isoTime(document.at),
    version: 1,
    tooling: `Gatehouse ${document.version}`,
  }
  return jsonWithList(members, 'statements', statementsOf(document))
}

function* statementsOf({ product, statements }: VexExport): Generator<object> {
  for (const one of statements) {
    const aliases = one.aliases.length > 0 ? { aliases: one.aliases } : {}
    yield {
      '@id': `urn:uuid:${one.id}`,
      vulnerability: { name: one.name, ...aliases },
      timestamp: isoTime(one.at),
      products: [
        {
          '@id': product,
          identifiers: { purl: product },
          subcomponents: [{ '@id': one.purl, identifiers: { purl: one.purl } }],
        },
      ],
      status: statusOf[one.kind],
      ...explanationOf(one),
    }
  }
}

function explanationOf(one: ExportedStatement): object {
  const status = statusOf[one.kind]
  if (status === 'affected') return { action_statement: actionText(one) }
  if (status !== 'not_affected') return {}
  const justification = one.justification === null ? null : vexJustification(one.justification)
  return justification === null ? { impact_statement: impactText(one) } : { justification }
}
