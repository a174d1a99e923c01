// Reads the files in `deploy`, for the tests that compare them with the service and with each other.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { root } from '../prepare.mjs'

const texts = z.record(z.string(), z.string())

const composeService = z.looseObject({
  image: z.string(),
  environment: texts.default({}),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  networks: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
})
const composeSchema = z.object({
  services: z.object({ gatehouse: composeService, proxy: composeService }).catchall(composeService),
})

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const container = z.looseObject({
  envFrom: z.array(z.unknown()),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  securityContext: z.looseObject({}),
})
const podSpec = z.looseObject({
  terminationGracePeriodSeconds: z.number(),
  securityContext: z.looseObject({}),
  containers: z.tuple([container]),
  volumes: z.array(z.looseObject({ name: z.string() })).default([]),
})
const workload = z.looseObject({
  kind: z.enum(['StatefulSet', 'Deployment']),
  spec: z.looseObject({ replicas: z.number(), template: z.looseObject({ spec: podSpec }) }),
})
const configMap = z.looseObject({ kind: z.literal('ConfigMap'), data: texts })

/** Returns the content of a file of the checkout. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Returns the services of a Compose file. Variables are replaced by their defaults, or by those of `env`. */
export function readCompose(path: string, env: Record<string, string> = {}) {
  const text = readText(path).replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind, value) => {
    return env[name] || (kind === '-' ? value : '')
  })
  return composeSchema.parse(parse(text, { merge: true })).services
}

/** Returns the workload and the settings of a Kubernetes manifest. */
export function readManifest(path: string) {
  const objects = parseAllDocuments(readText(path)).map((document) => document.toJS())
  const pick = <T>(schema: z.ZodType<T>) =>
    objects.flatMap((object) => schema.safeParse(object).data ?? []).at(0) ?? missing(path)
  const found = pick(workload)
  return {
    settings: pick(configMap).data,
    replicas: found.spec.replicas,
    pod: found.spec.template.spec,
    container: found.spec.template.spec.containers[0],
    strategy: found.spec['strategy'],
    others: objects.filter(({ kind }) => !['ConfigMap', 'StatefulSet', 'Deployment'].includes(kind)),
  }
}

function missing(path: string): never {
  throw new Error(`${path} lacks a workload or its settings`)
}

/** Returns the variables of an environment file; `withExamples` also those in comments. */
export function readEnvironment(path: string, withExamples = false): Record<string, string> {
  const line = withExamples ? /^#?([A-Z][A-Z_]*)=(.*)$/gm : /^([A-Z][A-Z_]*)=(.*)$/gm
  return Object.fromEntries(
    [...readText(path).matchAll(line)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** The container file. */
export const dockerfile = {
  path: 'deploy/Dockerfile',
  /** Returns the words behind an instruction, for each of its lines; continued lines are joined. */
  instructions(name: string): string[] {
    const text = readText('deploy/Dockerfile').replace(/\\\n/g, ' ')
    return [...text.matchAll(new RegExp(`^${name}\\s+(.+)$`, 'gm'))].map(([, words = '']) => words.trim())
  },
  /** Returns the environment that the image sets. */
  environment(): Record<string, string> {
    const pairs = this.instructions('ENV').flatMap((words) => words.split(/\s+/))
    return Object.fromEntries(pairs.map((pair) => pair.split('=', 2)))
  },
}

/** Returns the values of a directive of the systemd unit. */
export function unitValues(directive: string): string[] {
  const text = readText('deploy/systemd/gatehouse.service')
  return [...text.matchAll(new RegExp(`^${directive}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}
