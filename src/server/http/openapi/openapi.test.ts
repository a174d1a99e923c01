import { describe, expect, it } from 'vitest'
import { operations } from '#contract/all.ts'
import { docsPage } from '../docs/page.ts'
import { docsStyle } from '../docs/style.ts'
import { tagOf } from './descriptions.ts'
import { readExamples } from './examples.ts'
import { openApiDocument } from './openapi.ts'

const all = new Set(operations.map((operation) => operation.id))
const document = openApiDocument(operations, all, '1.2.3')
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const find = (id: string) => {
  const matches = described.find(({ operation }) => operation.operationId === id)
  if (!matches) throw new Error(`${id} is not described`)
  return matches.operation
}
const parameter = (id: string, name: string) => find(id).parameters.find((one) => one.name === name)

describe('the published description', () => {
  it('has every operation once, with its method, path, mark and scopes', () => {
    expect(described).toHaveLength(operations.length)
    for (const operation of operations) {
      const matches = described.filter((one) => one.operation.operationId === operation.id)
      expect(matches).toMatchObject([{ path: operation.path, method: operation.method.toLowerCase() }])
      expect(matches[0]?.operation).toMatchObject({ 'x-mark': operation.mark, 'x-scopes': operation.scopes })
    }
  })

  it('leaves out what the service does not answer', () => {
    const some = openApiDocument(operations, new Set(['getProject']), '1')
    expect(Object.keys(some.paths)).toEqual(['/api/v1/deployments/{deploymentSlug}/projects/{projectName}'])
  })

  it('has no two paths that a router could not tell apart', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(new Set(shapes).size).toBe(shapes.length)
  })

  it('refers only to what is there', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, path]) => path ?? '',
    )
    expect(references.length).toBeGreaterThan(100)
    for (const reference of new Set(references)) {
      const target = reference
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>(
          (at, part) => (typeof at === 'object' && at ? Reflect.get(at, part) : undefined),
          document,
        )
      expect([reference, typeof target]).toEqual([reference, 'object'])
    }
    expect(JSON.stringify(document)).not.toMatch(/"\$(defs|id|schema)"/)
  })

  it('answers each operation with success and problems, and names each part of its path', () => {
    for (const { path, operation } of described) {
      const statuses = Object.keys(operation.responses)
      expect([operation.operationId, statuses.some((status) => /^2/.test(status))]).toEqual([
        operation.operationId,
        true,
      ])
      expect(statuses).toContain('default')
      if (operation['x-scopes'] !== 'none') expect(statuses).toEqual(expect.arrayContaining(['401', '403']))
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const input = operation.parameters.filter((one) => one.in === 'path')
      expect(input.map((one) => one.name)).toEqual(names)
      expect(input.every((one) => one.required)).toBe(true)
    }
  })

  it('tells numbers, flags, words and lists of a query from texts', () => {
    expect(parameter('listFindings', 'page_size')?.schema).toEqual({
      type: 'integer',
      minimum: 100,
      maximum: 3000,
      default: 100,
    })
    expect(parameter('listFindings', 'since')?.schema).toMatchObject({ type: 'number', minimum: 0 })
    expect(parameter('listFindings', 'dedup')?.schema).toMatchObject({
      anyOf: [{ type: 'boolean' }, { 'x-tolerated': true }],
      default: false,
    })
    expect(parameter('listFindings', 'repository_ids')).toMatchObject({
      style: 'form',
      explode: true,
      schema: {
        type: 'array',
        items: { anyOf: [{ type: 'integer', minimum: 0, maximum: 4294967295 }, { 'x-tolerated': true }] },
      },
    })
    expect(parameter('listProjects', 'sort')?.schema).toMatchObject({
      enum: expect.arrayContaining(['-open']),
    })
    expect(parameter('setRuleMode', 'policyId')?.schema).toMatchObject({ type: 'string', format: 'uint64' })
  })

  it('describes bodies as they are sent and answers by name', () => {
    const body = find('listDependencies').requestBody
    expect(body?.required).toBe(false)
    expect(body?.content['application/json']?.schema).toMatchObject({
      properties: {
        pageSize: { anyOf: [{ type: 'integer', minimum: 1, maximum: 10_000 }, { type: 'null' }] },
      },
    })
    expect(find('setRuleMode').requestBody?.required).toBe(true)
    expect(find('getProject').responses['200']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ProjectAnswer' } } },
    })
    expect(document.components['schemas']?.['ProjectAnswer']).toMatchObject({
      properties: { project: { $ref: '#/components/schemas/Project' } },
    })
    expect(find('listProjects').responses['200']).toMatchObject({
      headers: { Link: {}, 'X-Total-Count': {} },
    })
    expect(Object.keys(find('setRuleMode').responses)).toContain('412')
    expect(Object.keys(find('deleteProject').responses)).toContain('204')
  })

  it('lists the described values of a field, and takes any other', () => {
    const schemas = document.components['schemas'] ?? {}
    expect(schemas['CodeFinding']).toMatchObject({
      properties: {
        severity: {
          anyOf: [{ type: 'string', enum: ['critical', 'high', 'medium', 'low'] }, { type: 'string' }],
        },
        triage_reason: { anyOf: [{ type: 'string' }, { type: 'string' }, { type: 'null' }] },
      },
    })
    // What clients send is checked, so that its words are all there are.
    expect(parameter('listFindings', 'severities')?.schema).toMatchObject({
      items: { anyOf: [{ enum: ['critical', 'high', 'medium', 'low'] }, { 'x-tolerated': true }] },
    })
  })

  it('requires the fields that every answer has, null only where they may be', () => {
    const schemas = document.components['schemas'] ?? {}
    expect(schemas['Project']).toMatchObject({
      required: expect.arrayContaining(['id', 'tags', 'created_at', 'latest_scan_at', 'url']),
      properties: { tags: { type: 'array' }, url: { type: ['string', 'null'] } },
    })
    expect(Object(schemas['Project']).required).not.toContain('open')
    expect(schemas['DependenciesAnswer']).toMatchObject({
      required: ['dependencies', 'cursor', 'hasMore', 'notComparable'],
    })
  })

  it('has no part that nothing refers to', () => {
    const text = JSON.stringify(document)
    for (const [kind, parts] of Object.entries(document.components)) {
      if (kind === 'securitySchemes') continue
      for (const name of Object.keys(parts)) expect(text).toContain(`"#/components/${kind}/${name}"`)
    }
  })

  it('tells a repeated scan, a preview and an answer that has not changed from the usual ones', () => {
    expect(Object.keys(find('createScan').responses)).toEqual(expect.arrayContaining(['200', '201', '202']))
    expect(Object.keys(find('createTriageJob').responses)).toEqual(expect.arrayContaining(['200', '202']))
    for (const { operation } of described) {
      const { responses, parameters } = operation
      const conditional = parameters.some((one) => one.name === 'If-None-Match')
      expect([operation.operationId, conditional]).toEqual([operation.operationId, '304' in responses])
    }
    expect(Object.keys(find('getProject').responses)).toContain('304')
    expect(Object.keys(find('exportFindings').responses)).not.toContain('304')
  })

  it('leaves out filters that say nothing of what is listed', () => {
    expect(parameter('listFindings', 'secret_types')).toBeUndefined()
    expect(parameter('listSecrets', 'exposures')).toBeUndefined()
    expect(parameter('listSecrets', 'rules')).toBeDefined()
    expect(parameter('findingFacets', 'secret_types')).toBeDefined()
  })

  it('puts each operation where people look for it', () => {
    const inDeployment = operations.filter(({ path }) => path.includes('{deployment'))
    expect(
      inDeployment.filter((one) => tagOf(one) === 'Service').map(({ id }) => id),
      'no group of src/server/http/openapi/descriptions.ts has the path of these',
    ).toEqual([])
    expect(find('removeTags').tags).toEqual(['Projects'])
    expect(find('downloadSbom').tags).toEqual(['SBOM exports'])
    expect(find('getScan').tags).toEqual(['Scans'])
    expect(find('getMe').tags).toEqual(['Service'])
  })
})

/** How many schemas inside a value say what is meant where nothing is given. */
function defaultsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = ('type' in value || 'anyOf' in value) && 'default' in value ? 1 : 0
  return Object.values(value).reduce((sum, part) => sum + defaultsIn(part), own)
}

describe('the page for people', () => {
  const page = docsPage(document)

  it('shows an example request and response of each operation', async () => {
    const shown = docsPage(openApiDocument(operations, all, '1.2.3', await readExamples()))
    for (const { id } of operations) {
      const [section = ''] =
        shown.split(`<section class="operation" id="${id}">`)[1]?.split('</section>') ?? []
      const shows = /<h4>Example<\/h4>\n<pre>.*<\/pre>\n<(p|details).*Response /s.test(section)
      expect([id, shows], 'examples.json is written by a test: docs/guides/operation.md').toEqual([id, true])
    }
    expect(shown).toContain('GET /api/v1/deployments/acme/findings?page_size=100')
  })

  it('tells every value that is meant where none is given', () => {
    const request = described.map(({ operation: { parameters, requestBody } }) => ({
      parameters,
      requestBody,
    }))
    expect(defaultsIn(request)).toBeGreaterThan(60)
    expect(page.match(/; default <code>/g)).toHaveLength(defaultsIn(request))
  })

  it('shows every operation under an anchor of its own, and no link leads nowhere', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '')
    expect(new Set(ids).size).toBe(ids.length)
    for (const operation of operations) expect(ids).toContain(operation.id)
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id ?? '')
    expect(links.filter((link) => !ids.includes(link))).toEqual([])
  })

  it('needs neither scripts nor inline styles', () => {
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i)
    expect(docsStyle).not.toMatch(/url\(|@import/)
  })

  it('escapes what it is given', () => {
    const [first] = operations
    if (!first) throw new Error('the contract has operations')
    const evil = '<img src=x onerror=alert(1)>"\'&`<b>`'
    const odd = { ...first, id: 'odd', summary: evil, description: evil }
    const written = docsPage(openApiDocument([odd], new Set(['odd']), evil))
    expect(written).not.toContain('<img')
    expect(written).not.toContain('<b>`')
    expect(written).toContain('&#60;img src=x onerror=alert(1)&#62;')
  })
})
