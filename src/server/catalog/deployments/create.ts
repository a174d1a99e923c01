import { randomBytes } from 'node:crypto'
import { productTypes, toCode } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { takeIds } from '#server/db/ids.ts'
import type { Deployment, Services } from '#server/http/services.ts'

const defaultPolicies = [
  { name: 'Code', slug: 'code', product: 'PRODUCT_TYPE_SAST' },
  { name: 'Supply chain', slug: 'supply-chain', product: 'PRODUCT_TYPE_SCA' },
  { name: 'Secrets', slug: 'secrets', product: 'PRODUCT_TYPE_SECRETS' },
] as const

/**
 * Creates a deployment with a default policy for each product; rules are added when a scan first reports them.
 * @returns its id. Source: docs/api.md#policies-and-rules.
 */
export async function createDeployment(
  transaction: Writer,
  options: { slug: string; name: string; demo?: boolean; now: number; salt?: string },
): Promise<number> {
  const { id } = await transaction
    .insertInto('deployment')
    .values({
      slug: options.slug,
      name: options.name,
      demo: options.demo ? 1 : 0,
      change_number: 0,
      secret_salt: options.salt ?? randomBytes(32).toString('hex'),
      created_at: options.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const firstPolicy = await takeIds(transaction, id, 'policy', defaultPolicies.length)
  await transaction
    .insertInto('policy')
    .values(
      defaultPolicies.map((policy, at) => ({
        deployment_id: id,
        id: firstPolicy + at,
        name: policy.name,
        slug: policy.slug,
        product_type: toCode(productTypes, policy.product),
        is_default: 1,
      })),
    )
    .execute()
  return id
}

/** Returns the deployment of the configuration, and creates it if it does not exist. */
export async function ensureConfiguredDeployment(services: Services): Promise<Deployment> {
  const { slug, name } = services.config.deployment
  await services.record(async (transaction) => {
    const known = await transaction
      .selectFrom('deployment')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirst()
    if (!known) await createDeployment(transaction, { slug, name, now: services.now() })
  })
  await services.deployments.refresh()
  const existing = services.deployments.find(slug)
  if (!existing) throw new Error(`there is no deployment ${slug}`)
  return existing
}
