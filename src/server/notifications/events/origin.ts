import type { Deployment, Services } from '#server/http/services.ts'

/** The deployment that messages are about, and the base URL of their links. */
export interface Origin {
  version: string
  publicUrl: string
  slug: string
  name: string
}

/** The deployment that messages are about, and where its pages are. */
export const originOf = (services: Services, { slug, name }: Pick<Deployment, 'slug' | 'name'>): Origin => ({
  version: services.version,
  publicUrl: services.publicUrl(),
  slug,
  name,
})
