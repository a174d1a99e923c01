import { describe, expect, it } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { getProject, listProjects } from '#contract/operations/projects.ts'
import { exportSbom } from '#contract/operations/sbom.ts'
import { createScan } from '#contract/operations/scans.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { addTags, editTags, removeTags } from '#contract/operations/tags.ts'
import { patchFinding } from '#contract/operations/ticket.ts'
import { createToken, patchToken } from '#contract/operations/tokens.ts'
import { createView, updateView } from '#contract/operations/views.ts'
import { sample, upload } from '../scans/testing/upload.ts'
import { createOneOfEach } from './examples/one-of-each.ts'

type Made = { query?: string; body?: unknown }
/** Each way to choose a name: the operation, and a request with that name. */
const chosen: [what: string, operation: Operation, made: (name: string) => Made][] = [
  ['project', createScan, (name) => ({ query: `project=${encodeURIComponent(name)}` })],
  ['ref', createScan, (name) => ({ query: `project=a/b&ref=${encodeURIComponent(name)}` })],
  ['category', createScan, (name) => ({ query: `project=a/b&category=${encodeURIComponent(name)}` })],
  ['tag', addTags, (name) => ({ body: [name] })],
  ['tag of several projects', editTags, (name) => ({ body: { projects: ['acme/shop'], add: [name] } })],
  ['view', createView, (name) => ({ body: { name, page: 'code', query: '' } })],
  ['other name of a view', updateView, (name) => ({ body: { name } })],
  ['token', createToken, (name) => ({ body: { name, role: 'viewer' } })],
  ['person', createToken, (name) => ({ body: { name: 'T', person: name, role: 'viewer' } })],
  ['other name of a token', patchToken, (name) => ({ body: { name } })],
  [
    'ticket',
    patchFinding,
    (name) => ({ body: { external_ticket: { url: 'https://t.example/1', externalSlug: name } } }),
  ],
  ['supplier', exportSbom, (name) => ({ body: { metadataSupplier: { name } } })],
  [
    'contact',
    updateSettings,
    (name) => ({ body: { sbomDefaults: { metadataSupplier: { contact: { name } } } } }),
  ],
  ['version', exportSbom, (name) => ({ body: { componentVersion: name } })],
]

async function started() {
  const service = await createOneOfEach()
  const send = (operation: Operation, { query = '', body }: Made) => {
    const ids: Record<string, string> = {
      ...service.idsOf(operation),
      deploymentId: 'main',
      deploymentSlug: 'main',
    }
    const address = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name] ?? ''))
    const file = operation.upload ? sample('suppression_test.sarif') : body
    return service.send(operation.method, `${address}?${query}`, { body: file })
  }
  return { ...service, request: send }
}

describe('a name that a caller chooses', () => {
  it.each(chosen)('%s is refused with the position of what nobody would see', async (_, operation, made) => {
    const { request } = await started()
    for (const [character, code] of [
      ['\u202e', 'U+202E'],
      ['\u2066', 'U+2066'],
      ['\u200b', 'U+200B'],
      ['\u200d', 'U+200D'],
      ['\ufeff', 'U+FEFF'],
      ['\u0007', 'U+0007'],
    ]) {
      const refused = await request(operation, made(`pay${character}ment`))
      expect([code, refused.status, refused.text]).toEqual([
        code,
        400,
        expect.stringContaining(`${code} at position 4`),
      ])
    }
  })

  it.each(chosen.slice(0, 2))('%s has no part that is . or ..', async (_, operation, made) => {
    const { request } = await started()
    for (const name of ['.', '..', 'a/../b', '../../etc', 'a/./b', 'a/..']) {
      const refused = await request(operation, made(name))
      expect([name, refused.status, refused.text]).toEqual([
        name,
        400,
        expect.stringMatching(/as a path segment at position \d/),
      ])
    }
  })
})

describe('a name that can be typed in two ways', () => {
  const composed = 'acme/\u00dcbung'
  const decomposed = composed.normalize('NFD')

  it('is one name for projects, refs and tags, wherever it stands', async () => {
    const service = await started()
    const { call } = service
    expect(decomposed).not.toBe(composed)
    await upload(service, sample('suppression_test.sarif'), {
      project: decomposed,
      ref: 'gr\u00fcn'.normalize('NFD'),
    })
    await upload(service, sample('suppression_test.sarif'), {
      project: composed,
      ref: 'gr\u00fcn',
      commit: 'b2',
    })
    const { projects } = (await call(listProjects)).body
    expect(projects.map(({ name }) => name).filter((name) => name !== 'acme/shop')).toEqual([composed])
    for (const name of [composed, decomposed]) {
      expect((await call(getProject, { path: { projectName: name } })).body.project.name).toBe(composed)
      const total = async (query: Record<string, string>) =>
        (await call(listFindings, { query })).headers['x-total-count']
      expect(await total({ repos: name })).not.toBe('0')
      expect(await total({ repos: name, ref: 'gr\u00fcn'.normalize('NFD') })).not.toBe('0')
      expect(await total({ not_repos: name, status: 'open' })).toBe(
        await total({ repos: 'acme/shop', status: 'open' }),
      )
    }
    const path = { projectName: decomposed }
    expect(
      (await call(addTags, { path, body: ['\u00fc'.normalize('NFD'), '\u00fc'] })).body.project.tags,
    ).toEqual(['\u00fc'])
    expect(
      (await call(removeTags, { path, query: { tags: '\u00fc'.normalize('NFD') } })).body.project.tags,
    ).toEqual([])
  })
})
