import { hash } from 'node:crypto'
import { toCode, validationStates } from '#server/db/codes.ts'
import type { SecretKind } from '../organisation/secret-kinds.ts'
import { development } from '../organisation/texts.ts'
import { fill } from '../rules/slots.ts'
import { type Content, noColumns, type ProjectContext, takeLines } from './content.ts'
import { day } from './profile.ts'
import type { BookRule } from './rule-writer.ts'

/** A secret: where it stood and whether it works, never what it is. */
export function secretFinding(
  rule: BookRule,
  kind: SecretKind,
  context: ProjectContext,
  today: number,
): Content {
  const { random, plan } = context
  const names = {
    entity: random.pick(plan.nouns),
    field: 'value',
    package: context.package,
    pipeline: random.pick(development.pipelines),
    verb: 'sync',
  }
  const path = fill(random.pick(kind.paths), names, 'bash')
  const chance = random.fraction()
  const historical = random.chance(0.28)
  const located = random.chance(0.97)
  const width = random.integer(24, 60)
  const column = random.integer(9, 30)
  const line = takeLines(context, path, 1, false)
  // The file of a private key is the key, from its first line on.
  const isWhole = kind.type === 'Private key'
  const key = random.hex(16)
  const unknown = random.chance(0.03)
  const value = foundValue(kind, random.hex(64), chance)
  return {
    rule,
    path: located ? path : null,
    startLine: isWhole ? 1 : line,
    match: located ? matchAt(isWhole ? 1 : column, width) : null,
    key,
    matched: kind.slug,
    columns: {
      ...noColumns,
      secret_type: kind.type,
      validation_state: unknown ? null : toCode(validationStates, value.state),
      secret_hash: value.hash,
    },
    document: {
      secret: {
        ...(random.chance(0.95) ? { ruleHashId: random.hex(12) } : {}),
        historicalInfo: historical
          ? {
              gitCommit: random.hex(40),
              ...(random.chance(0.9) ? { gitBlob: random.hex(40) } : {}),
              ...(random.chance(0.95)
                ? {
                    gitCommitTimestamp: new Date(
                      today - random.integer(100, 900) * day + random.integer(0, day),
                    ).toISOString(),
                  }
                : {}),
            }
          : null,
      },
    },
    detail: () => ({
      code: null,
      dataFlow: null,
      fix: null,
      references: ['https://cwe.mitre.org/data/definitions/798.html'],
    }),
  }
}

/**
 * The hash that stands for a secret's value, and whether it works. About a third are values that were copied around:
 * a few of each kind, which stand in several files and projects and work everywhere or nowhere.
 */
function foundValue(kind: SecretKind, own: string, chance: number) {
  const draw = Number.parseInt(own.slice(0, 4), 16)
  if (draw % 100 >= 35) return { hash: own, state: stateOf(kind, chance) }
  const copied = hash('sha256', `${kind.slug} ${draw % 3}`)
  return { hash: copied, state: stateOf(kind, Number.parseInt(copied.slice(0, 4), 16) / 0x10000) }
}

function stateOf(kind: SecretKind, chance: number): (typeof validationStates)[number] {
  if (!kind.hasValidator) return 'NO_VALIDATOR'
  if (chance < 0.3) return 'CONFIRMED_VALID'
  return chance < 0.85 ? 'CONFIRMED_INVALID' : 'VALIDATION_ERROR'
}

const matchAt = (column: number, width: number) => ({
  line: 0,
  column,
  endLine: 0,
  endColumn: column + width,
})
